// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// The one skeleton of all players: three tracked points, then the recorded bones when there are any.
#include "codecs/echo/frame/frame.h"
#include "model/world/skeleton.h"

namespace ghostline::echo {

/// Head, left hand, right hand: where the headset and the controllers are.
inline constexpr std::size_t TrackedBones = 3;
inline constexpr std::uint32_t LeftHandBone = 1;
inline constexpr std::uint32_t RightHandBone = 2;

model::Skeleton playerSkeleton();

/// Recorded bones that come in pairs; whether the first of a pair is the left one is not certain.
struct BonePair
{
    std::uint8_t left = 0; ///< as the table has it
    std::uint8_t right = 0;
};
inline constexpr std::array<BonePair, 3> ArmPairs{{{3, 2}, {5, 4}, {7, 6}}};
inline constexpr std::array<BonePair, 4> LegPairs{{{15, 16}, {17, 18}, {19, 20}, {21, 22}}};
inline constexpr BonePair HandBones = ArmPairs[0];
inline constexpr BonePair ThighBones = LegPairs[0];

/// What the recorded poses say of the pairs: swapped where the table has it the wrong way round.
struct BoneSides
{
    bool armsSwapped = false;
    bool legsSwapped = false;
    friend bool operator==(const BoneSides&, const BoneSides&) = default;
};

/// Recorded bone for each place of the skeleton after the tracked ones.
std::array<std::uint8_t, Bones> boneOrder(BoneSides sides);

} // namespace ghostline::echo
