// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// Takes the one pass over a recording and can say at any time what is known so far.
#include "codecs/echo/events/event_finder.h"
#include "codecs/echo/replay/match_index.h"

#include <functional>

namespace ghostline::echo {

/// Of one thread. `file` must outlive it.
class MatchIndexer final : public ScanSink
{
public:
    /// `afterChunk` is called when a chunk has been taken; false ends the scan.
    MatchIndexer(const FrameFile& file, std::uint64_t fileBytes, std::function<bool()> afterChunk);

    bool chunk(const ChunkRef& ref, const FrameBlock& block, std::uint64_t bytesDone) override;
    void diagnostic(model::Diagnostic diagnostic) override;
    void lost(const QString& reason) override;
    /// Nothing comes any more.
    void finish();
    void giveUp(const model::Error& error);

    model::FrameNumber frames() const { return static_cast<model::FrameNumber>(m_times.size()); }
    /// Without its file. `growing`: it may become longer.
    std::shared_ptr<MatchIndex> snapshot(model::Revision number, bool growing = false);

private:
    void takeFrame(const FrameBlock& block, const Frame& frame, std::vector<model::ActorId>& jumpedActors);
    void takeTexts(const Frame& frame);
    void takePeople();
    void keepLast(const FrameBlock& block);
    void findSides(const FrameBlock& block);
    void breakOff();
    std::shared_ptr<model::ReplayInfo> info();
    QJsonObject metadata() const;
    void addNotes(model::ReplayIndex& revision) const;

    const FrameFile& m_file;
    std::uint64_t m_bytes;
    std::function<bool()> m_afterChunk;
    CastBuilder m_cast;
    EventFinder m_events;
    std::vector<model::Micros> m_times;
    std::vector<IndexedChunk> m_chunks;
    FrameBlock m_last; ///< the frame before; within a chunk only its time
    std::vector<Row> m_lastRows;
    std::int64_t m_firstMs = 0;
    std::uint64_t m_bytesDone = 0;
    std::size_t m_headBytes = 0;
    std::size_t m_chunkBytes = 0; ///< of m_chunks with casts and carries
    bool m_finished = false;
    bool m_brokenOff = false;
    model::DiagnosticList m_diagnostics;
    std::size_t m_unlisted = 0;
    model::SpanList m_lost;
    BoneSideFinder m_sides;
    RoundCount m_rounds;
    bool m_textsChanged = true;
    model::StringTable m_strings;
    TextIds m_texts;
    std::shared_ptr<const model::StringTable> m_sharedStrings;
    std::shared_ptr<const TextIds> m_sharedTexts;
};

} // namespace ghostline::echo
