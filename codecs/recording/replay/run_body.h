// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// The recorded player as a body: bones worked out from place, look and pose, for nothing recorded them.
#include "codecs/recording/format/event.h"
#include "model/world/skeleton.h"
#include "model/world/world_state.h"

namespace ghostline::recording {

inline constexpr std::size_t BodyBones = 20;

/// How a body is held at one instant.
struct BodyState
{
    glm::dvec3 position{0.0}; ///< middle of the feet
    double yaw = 0.0;         ///< degrees, the game's sense
    double pitch = 0.0;       ///< of the head alone
    std::int32_t pose = 0;
    std::uint8_t flags = 0;
    double seconds = 0.0;  ///< of the recording: legs keep time with it
    double walking = 0.0;  ///< m/s along the ground
    float swing = -1.0F;   ///< how far through a swing of the hand, 0 to 1; below 0 = none
    bool swingOff = false; ///< the left hand swings
    bool usesMain = false; ///< the right hand uses an item
    bool usesOff = false;
};

/// How the pose ordinal and the flags are drawn; what is not known stands.
enum class Stance : std::uint8_t { Standing, Sneaking, Prone, Asleep, Sitting, Dying };
Stance stanceOf(std::int32_t pose, std::uint8_t flags);

model::Skeleton playerSkeleton();
/// Fills BodyBones poses in the skeleton's order, world space. Finite for finite input.
void poseBody(const BodyState& state, std::span<model::BonePose> out);

} // namespace ghostline::recording
