// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// A .tape or .nevrcap as a file of frames.
#include "codecs/echo/tape/tape_frame.h"
#include "codecs/echo/tape/tape_records.h"
#include "codecs/echo/tape/tape_v1.h"

namespace ghostline::echo::tape {

/// What a chunk needs to be read by itself.
struct TapeCarry final : ChunkCarry
{
    RecordPlace stretch;                    ///< its records
    std::shared_ptr<const TapeState> state; ///< before its first frame; null in the older layout
    std::vector<std::byte> packed; ///< its records as a zstd frame, where they are far from any start of one
    std::size_t bytes() const override
    {
        return sizeof *this + packed.size() + (state != nullptr ? state->bytes() : 0);
    }
};

/// Code of the diagnostic about a zstd frame that cannot be unpacked, or whose checksum differs.
inline const QString DamagedBlock = QStringLiteral("zstd-block");

/// Decodes the frames of either generation, in order from a known state.
class TapeDecoder
{
public:
    TapeDecoder(const TapeHeader& header, MatchNames& names, bool scanning, TapeRemarks* remarks);
    /// A whole record. Kind Frame: a frame was appended; Damaged: it was a frame, but is not well-formed.
    RecordKind take(Bytes record, FrameBlock& out, MatchHeader* match = nullptr);
    StateKeeper& state() { return m_state; }

private:
    const TapeHeader& m_header;
    StateKeeper m_state;
    FrameDecoder m_frames;
    OldFrameDecoder m_oldFrames;
};

class TapeFile final : public FrameFile
{
public:
    static model::Result<std::unique_ptr<FrameFile>> open(std::shared_ptr<model::ByteSource> bytes,
                                                          const std::stop_token& stop);

    const MatchHeader& header() const override { return m_header.match; }
    const MatchNames& names() const override { return m_names; }
    QString version() const override;
    QJsonObject metadata() const override;
    QString checksumCheck() const override;
    model::Result<void> scan(ScanSink& sink, std::stop_token stop) override;
    std::uint64_t scanBytes() const override { return m_blocks.fileBytes; }
    bool isOpenEnded() const override { return m_openEnded; }
    model::Result<void> readChunk(const ChunkRef& ref, FrameBlock& out, std::stop_token stop) const override;
    model::Result<std::uint64_t> readRaw(std::stop_token stop) const override;
    model::Result<std::vector<model::StreamInfo>> streams(std::stop_token stop) const override;
    model::Result<void> readRecords(const QString& stream, const model::RecordSink& sink,
                                    std::stop_token stop) const override;

private:
    explicit TapeFile(std::shared_ptr<model::ByteSource> bytes) : m_bytes(std::move(bytes)) {}
    model::Result<void> readStart(const std::stop_token& stop);

    std::shared_ptr<model::ByteSource> m_bytes;
    TapeBlocks m_blocks;
    std::vector<std::byte> m_headerRecord; ///< the header's roster lies in it
    TapeHeader m_header;
    std::shared_ptr<const TapeState> m_start; ///< as the header leaves it
    mutable MatchNames m_names;               ///< thread-safe; grows while frames are decoded
    bool m_openEnded = false;                 ///< of the scanning thread
};

} // namespace ghostline::echo::tape
