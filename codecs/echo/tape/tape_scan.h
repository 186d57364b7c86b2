// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// One pass over a tape: chunks of frames with what each needs, what is missing, what is wrong.
#include "codecs/echo/tape/tape_file.h"

namespace ghostline::echo::tape {

class TapeScan final : public RecordSink
{
public:
    TapeScan(const TapeHeader& header, const TapeBlocks& blocks, std::shared_ptr<const TapeState> start,
             MatchNames& names, ScanSink& sink);

    bool record(Bytes record, const RecordPlace& place) override;
    bool blockEnd() override;
    bool damage(const model::Error& what, bool atEnd) override;
    /// After the walk: the last chunk, and what is to be said of the whole. False when the sink had enough.
    bool finish();
    bool stoppedBySink() const { return m_stopped; }
    /// There was no footer: cut, or still being written. The older layout has none and never says.
    bool endIsMissing() const { return m_header.generation == Generation::Second && !m_footer && !m_joined; }

private:
    bool flush();
    bool dropChunk();
    bool lose(const QString& reason);
    bool outOfPlace(const QString& what, const RecordPlace& place);
    bool footer(Bytes content, const RecordPlace& place);
    void say(model::Severity severity, const QString& code, const QString& text, std::uint64_t offset);
    void keepRecord(Bytes record);

    const TapeHeader& m_header;
    const TapeBlocks& m_blocks;
    ScanSink& m_sink;
    TapeRemarks m_remarks;
    TapeDecoder m_decoder;
    FrameBlock m_block;
    RecordPlace m_stretch;                     ///< of the frames in m_block
    std::shared_ptr<const TapeState> m_before; ///< m_block
    bool m_far = false;                        ///< m_block lies deep in a zstd frame
    std::vector<std::byte> m_text;             ///< the records of m_block, if so
    bool m_any = false;                        ///< a record has come
    bool m_gap = false;                        ///< frames are missing, and others follow
    bool m_uncertain = false;                  ///< which has been told
    bool m_blockTold = false;                  ///< DamagedBlock
    bool m_stopped = false;
    bool m_joined = false; ///< a second recording follows, or something else that does not belong here
    std::optional<TapeFooter> m_footer;
    std::uint64_t m_end = 0; ///< of the last record, in the file
    std::uint64_t m_chunks = 0;
    std::int64_t m_frames = 0;
    int m_lost = 0;
};

} // namespace ghostline::echo::tape
