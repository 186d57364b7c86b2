// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// Chunks found by walking zstd frames, where no index says what there is.
#include "codecs/recording/file/recording_frames.h"
#include "codecs/recording/format/chunk.h"

namespace ghostline::recording {

/// A zstd frame found by walking a segment's bytes.
struct FoundChunk
{
    ChunkEntry entry; ///< ticks, lengths and snapshot bit as the frame's own content says
    Bytes raw;
};

/// Walks the frames of segments, one after the other, under a budget of decompressed bytes.
class FrameWalk
{
public:
    /// `dictionary`: zstd's, may be empty.
    FrameWalk(Profile profile, std::span<const std::byte> dictionary, std::uint64_t budget);
    /// The frame at `offset` of a segment, if it is whole and holds ticks (S1: behind a snapshot). S1: they
    /// begin at `nextTick`; else at whatever tick they name. False ends the walk of this segment.
    bool next(std::span<const std::byte> segment, std::size_t offset, std::int32_t nextTick, int number,
              FoundChunk& found);

private:
    bool unpack(std::span<const std::byte> frame, Bytes& raw);

    Profile m_profile;
    std::uint64_t m_budget;
    ZstdContext m_context;
    std::unique_ptr<ZSTD_DDict, ZstdFree> m_dictionary;
};

/// Walks whole frames from `offset` on: each that decodes to tick records that go on at `nextTick` (S1: that
/// starts with a snapshot) is taken, the first that does not ends the walk. H4, H5: `nextTick` -1 takes any
/// start. For what a crash left behind the last commit.
std::vector<FoundChunk> walkFrames(std::span<const std::byte> segment, std::size_t offset, Profile profile,
                                   std::int32_t nextTick, int segmentNumber,
                                   std::span<const std::byte> dictionary = {});

} // namespace ghostline::recording
