// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// What the rules of a game allow somebody on foot, as far as its codec knows them: what motion that was
// recorded can be held against. Metres and seconds; NaN = the codec does not know.
#include "model/base/numbers.h"
#include "model/base/time_types.h"
#include "model/world/property.h"

#include <vector>

namespace ghostline::model {

struct MotionRules
{
    Micros tick{};                ///< one step of the game's physics, and of its recordings
    double walkSpeed = NoValue;   ///< on level ground, of one who does not run; NaN = as fast as who does
    double groundSpeed = NoValue; ///< the fastest run on level ground
    double gravity = NoValue;     ///< m/s²
    double fallDrag = 1.0;        ///< by which the vertical speed is multiplied in each tick of a fall
    double fallSpeed = NoValue;   ///< the fastest fall
    double jumpSpeed = NoValue;   ///< m/s, of a jump's first frame
    std::vector<double> heldSinking{}; ///< m/s: so evenly sinks who holds on to something, or sticks in it
    double standGrid = NoValue;        ///< grounds that can be stood on lie at multiples of this
    double eyeHeight = NoValue;        ///< above the place of who stands

    /// Booleans: while one is true (gliding, swimming), none of this holds.
    std::vector<ActorPropertyId> unbound{};
    /// An enumeration, and which of its values mean the same (sitting in a vehicle).
    ActorPropertyId pose{};
    std::vector<std::int64_t> unboundPoses{};
    std::vector<std::int64_t> carriedPoses{}; ///< those in which something else turns whoever is in it
    ActorPropertyId sprinting{};              ///< Boolean: runs
    ActorPropertyId sneaking{};               ///< Boolean: holds on to a ladder, walks slowly
    bool tellsPlaced = false; ///< recordings tell when the game moved somebody: ActorFlag::Placed
};

} // namespace ghostline::model
