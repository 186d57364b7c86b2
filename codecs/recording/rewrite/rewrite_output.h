// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// A .hcrp file being written beside its target: compressed, complete and fsynced before anybody sees it.
#include "codecs/recording/format/metadata.h"
#include "codecs/recording/format/rewrite_ticks.h"

#include <memory>
#include <stop_token>

namespace ghostline::recording {

inline constexpr int RecorderLevel = 3; ///< zstd, of one who has no time
inline constexpr int CompactLevel = 19;

/// zstd with content checksums and without a dictionary.
class FrameCompressor
{
public:
    explicit FrameCompressor(int level);
    ~FrameCompressor();
    FrameCompressor(const FrameCompressor&) = delete;
    FrameCompressor& operator=(const FrameCompressor&) = delete;
    /// The frame lies in a buffer that the next call reuses.
    model::Result<std::span<const std::byte>> compress(std::span<const std::byte> raw);

private:
    struct Private;
    std::unique_ptr<Private> d;
};

/// Frames first, then everything that stands before them; nothing carries the target's name until commit().
/// Without commit() nothing remains.
class RecordingOutput
{
public:
    static model::Result<RecordingOutput> create(const QString& path);
    RecordingOutput(RecordingOutput&& other) noexcept;
    RecordingOutput& operator=(RecordingOutput&& other) noexcept;
    ~RecordingOutput();

    /// `entry`: offset and compressed length are filled in here.
    model::Result<void> add(ChunkEntry entry, std::span<const std::byte> frame);
    const std::vector<ChunkEntry>& chunks() const;
    /// Header, metadata and index in front of the frames; fsynced under a temporary name. `header`: lengths
    /// and counts are filled in here.
    model::Result<void> assemble(Header header, const io::NbtCompound& metadata, std::stop_token stop = {});
    /// Of the assembled file, for reading it again.
    QString temporaryPath() const;
    std::uint64_t bytes() const; ///< of the assembled file
    /// Takes the target's name.
    model::Result<void> commit();

private:
    struct Private;
    explicit RecordingOutput(std::unique_ptr<Private> p);
    std::unique_ptr<Private> d;
};

/// Header and index of chunks that lie one behind the other, for a single file: offsets absolute.
struct Preamble
{
    Header header;
    Bytes bytes; ///< header, metadata, index
};
/// `relative`: offsets of `chunks` count from the first frame and become those of the file; else they are
/// left alone (segments).
model::Result<Preamble> makePreamble(Header header, const io::NbtCompound& metadata,
                                     std::vector<ChunkEntry>& chunks, bool relative);

} // namespace ghostline::recording
