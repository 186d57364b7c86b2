// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// Bodies that nobody recorded: on foot, walking by the way that was covered, or on a two-wheeler. Made up,
// and always the same for the same numbers. Nothing in here allocates.
#include "render/actors/body_pose.h"

namespace ghostline::render {

inline constexpr float GrownUp = 1.75F;      ///< metres: the height of a body of scale 1
inline constexpr float StrideLength = 1.35F; ///< metres that such a body covers with both legs

/// Where a body's own axes are: +Y up, +Z ahead, +X left, metres.
struct BodyStand
{
    glm::vec3 place{0.0F};
    glm::quat turn{1.0F, 0.0F, 0.0F, 0.0F};
    float scale = 1.0F;
};

/// With its feet at its place. `strides` counts those of both legs; `effort` is 0 for who stands, 1 for who
/// walks.
void walkingBody(double strides, float effort, const BodyStand& stand, BodyFigure& out);

/// Where somebody sits, in the axes of what is ridden.
struct Saddle
{
    glm::vec3 seat{0.0F};
    glm::vec3 grips{0.0F};  ///< middle of the handlebar
    glm::vec3 pedals{0.0F}; ///< middle of the cranks, or of the pegs
    float gripsApart = 0.25F;
    float pedalsApart = 0.1F; ///< either from the middle, metres
    float crank = 0.0F;       ///< metres, 0 = pegs
};
/// `crank`: how far it has turned, radians; the left pedal is up at 0.
void ridingBody(const Saddle& saddle, float crank, const BodyStand& stand, BodyFigure& out);

} // namespace ghostline::render
