// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// What one pass over a recording found: the revision for everybody, and what segments are built from.
#include "codecs/echo/frame/frame_file.h"
#include "codecs/echo/frame/round_count.h"
#include "codecs/echo/replay/bone_owner.h"
#include "codecs/echo/replay/cast_builder.h"
#include "codecs/echo/replay/properties.h"
#include "model/replay/replay_index.h"

#include <algorithm>

namespace ghostline::echo {

/// One chunk as the segments need it.
struct IndexedChunk
{
    ChunkRef ref;
    model::FrameNumber first = 0;
    model::Micros start{}; ///< time of its first frame
    std::shared_ptr<const ChunkCast> cast;
    /// Its first frame, for the segment before it; null where it is quickly read again.
    std::shared_ptr<const FrameBlock> head;
    BoneSides sides;   ///< as far as they were known by then
    RoundCount rounds; ///< before its first frame
};

/// Immutable; what a revision knows.
struct MatchIndex
{
    std::shared_ptr<const model::ReplayIndex> revision;
    std::vector<IndexedChunk> chunks; ///< by keyframe
    std::shared_ptr<const TextIds> texts;
    std::shared_ptr<const FrameFile>
        file; ///< that the chunks are of: a growing one is opened again and again
};

/// Time of a frame from that of the one before; a clock that goes back stands still.
inline model::Micros timeAfter(model::Micros before, std::int64_t beforeMs, std::int64_t nowMs)
{
    constexpr std::int64_t LongestMs = std::int64_t{366} * 24 * 3600 * 1000; // more is a broken clock
    constexpr model::Micros Latest{std::int64_t{1} << 61};
    std::int64_t delta = 0;
    if (nowMs <= beforeMs || __builtin_sub_overflow(nowMs, beforeMs, &delta))
        return before;
    return std::min(before + model::Micros{std::min(delta, LongestMs) * 1000}, Latest);
}

} // namespace ghostline::echo
