// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// The number that a player wears on chest and back: strokes of digits, as thin blocks on the trunk.
#include "render/actors/body_pose.h"
#include "render/actors/instance.h"

#include <vector>

namespace ghostline::render {

/// Metres from the eye beyond which nobody could read one.
inline constexpr float ShirtNumberReach = 14.0F;

/// Adds boxes (unit cubes scaled by Instance::half) to `out`, none for a number that has not one or two
/// digits. `colour` is the trunk's, from which the number stands out; `shift` is added to the trunk's place.
void appendShirtNumber(std::vector<Instance>& out, int number, const BodyPiece& trunk,
                       const glm::vec4& colour, const glm::vec3& shift);

} // namespace ghostline::render
