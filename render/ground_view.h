// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// What a recorded camera sees of the ground: the corners of its picture, followed down to a level.
#include "model/world_state.h"

#include <array>
#include <optional>

namespace ghostline::render {

/// Corners in order round the picture: lower left, lower right, upper right, upper left. `tangents` of half
/// the opening angles, horizontal and vertical. Nothing when a corner looks at the sky.
std::optional<std::array<glm::dvec3, 4>> groundSeen(const glm::dvec3& eye, const glm::quat& orientation,
                                                    const glm::vec2& tangents, double ground);

} // namespace ghostline::render
