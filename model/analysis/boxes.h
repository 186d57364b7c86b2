// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// The boxes of two actors against each other, seen from above: the gap between them and when they would
// touch.
#include "model/base/export.h"
#include "model/base/numbers.h"
#include "model/base/time_types.h"
#include "model/replay/replay_info.h"
#include "model/world/world_state.h"

#include <deque>

namespace ghostline::model {

/// An actor's box at one instant: upright, turned as the actor is. East and south, metres.
struct ActorBox
{
    glm::dvec2 centre{0.0};
    glm::dvec2 forward{0.0, 1.0}; ///< of length 1
    glm::dvec2 half{0.5};         ///< to the side, and forward
    double bottom = 0.0;
    double top = 1.0;
    glm::dvec2 velocity{0.0}; ///< m/s
    bool moving = false;      ///< `velocity` is known
};

/// The box that the cast declares, where this row is. Without its velocity.
GHOSTLINE_MODEL_EXPORT ActorBox boxOf(const ActorInfo& actor, const WorldState& state, std::size_t row);

/// Metres between the nearest points of two boxes, one above the other included; 0 where they overlap.
GHOSTLINE_MODEL_EXPORT double gapBetween(const ActorBox& a, const ActorBox& b);

/// Seconds until two boxes touch when both go on as they do and do not turn; 0 where they overlap. NoValue:
/// they never do, pass over or under each other, or a velocity is unknown.
GHOSTLINE_MODEL_EXPORT double timeToCollision(const ActorBox& a, const ActorBox& b);

/// Where an actor was, and when.
struct PastBox
{
    Micros time{};
    ActorBox box;
};

/// Post-encroachment time: seconds from when `past` (ascending time) was last where `later` is at `now`.
/// NoValue: it never was. Exact to the distance of the records in time.
GHOSTLINE_MODEL_EXPORT double timeSinceThere(const std::deque<PastBox>& past, const ActorBox& later,
                                             Micros now);

} // namespace ghostline::model
