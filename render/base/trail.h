// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// Where somebody was, as a line in the picture.
#include "model/world/actor.h"

#include <cstdint>
#include <glm/glm.hpp>
#include <limits>
#include <vector>

namespace ghostline::render {

/// A past (or future) path of one actor, oldest first.
struct Trail
{
    model::ActorId actor = model::ActorId::None;
    std::vector<glm::dvec3> points; ///< TrailBreak, or any NaN point, breaks the line
    /// Per point the team it belonged to then, -1 = none; empty = the actor's own colour throughout.
    std::vector<std::int8_t> teams{};
    int hue = -1;           ///< of a ghost: index into the theme's series colours; -1 = an actor's
    bool abandoned = false; ///< of a ghost: an attempt that it gave up
};

/// Between two points of a trail that no line joins.
inline const glm::dvec3 TrailBreak{std::numeric_limits<double>::quiet_NaN()};

} // namespace ghostline::render
