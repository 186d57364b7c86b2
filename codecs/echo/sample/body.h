// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// A simple body of a person of 1.7 m: 23 bones from head, hands and how the lower body swings.
// Body axes as everywhere: +X left, +Y up, +Z forward, origin in the head, where the game has it, too.
#include "codecs/echo/frame/frame.h"
#include "codecs/echo/sample/arena.h"

namespace ghostline::echo::sample {

inline constexpr double UpperArm = 0.30;
inline constexpr double ForeArm = 0.29;
inline constexpr double ArmReach = 0.57; ///< a little less than both, so that elbows never lock

/// Shoulder in body axes; `hand` 0 = left, 1 = right.
Vec shoulder(int hand);
/// The nearest place that the hand can be at.
Vec withinReach(const Vec& place, int hand);
/// Where the elbow is when the hand is there.
Vec elbow(const Vec& place, int hand);

struct BodyPose
{
    glm::dquat head{1.0, 0.0, 0.0, 0.0};      ///< in body axes
    std::array<Vec, 2> hands{};               ///< left, right, in body axes
    std::array<glm::dquat, 2> handTurns{};    ///< in body axes
    double swingBack = 0.0;                   ///< radians, of the feet against the spine
    double swingLeft = 0.0;                   ///< radians
    std::array<double, 2> kneeBend{0.6, 0.6}; ///< radians, left, right
};

std::array<Bone, Bones> bonesOf(const BodyPose& pose);

} // namespace ghostline::echo::sample
