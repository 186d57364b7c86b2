// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// Times of frames. A frame stores the milliseconds since the one before in 16 bits, so a gap of over 65.5 s
// loses whole turns, and a recorder's clock that was set back by 3 ms reads as 65.533 s.
#include "codecs/echo/frame/frame.h"

namespace ghostline::echo::butter {

/// What the times of a chunk depend on besides its bytes.
struct TimeState
{
    std::optional<std::int64_t> last; ///< time shown for the frame before
    std::int64_t shift = 0;           ///< added to stored times since the clock was set back for good
    std::optional<std::int64_t> next; ///< as stored by the next chunk's keyframe
};

struct TimeRepair
{
    enum class Kind : std::uint8_t {
        Turns,   ///< whole turns of the 16 bits were added or taken off
        SetBack, ///< a keyframe is far before the frame before it: its times are shifted
        Held     ///< a time before that of the frame before was raised to it
    };
    std::uint32_t frame = 0; ///< in the chunk
    Kind kind = Kind::Turns;
    std::int64_t ms = 0; ///< what was added
};

/// Corrects the times of a chunk's frames, which come as the plain sums, so that they never decrease.
/// `keyframes`: numbers of the keyframes among them, the first is 0. `state.last` and `state.shift` go on to
/// the next chunk.
std::vector<TimeRepair> repairTimes(std::span<Frame> frames, std::span<const std::uint32_t> keyframes,
                                    TimeState& state);

} // namespace ghostline::echo::butter
