// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// Which bone set belongs to which player, and which of a pair of bones is the left one.
#include "codecs/echo/skeleton.h"

namespace ghostline::echo {

/// Place of a bone in the world.
glm::vec3 boneInWorld(const PlayerFrame& player, const Bone& bone);

/// Bone set of each player of a frame, -1 where there is none. By the slot where the recording says it; else
/// in order of the slots of those who play, unless the hands clearly tell another order.
void findBoneOwners(std::span<const PlayerFrame> players, std::span<const BoneSet> bones,
                    std::vector<std::int16_t>& owners);

/// Adds up over frames which way round the pairs are.
class BoneSideFinder
{
public:
    void take(std::span<const PlayerFrame> players, std::span<const BoneSet> bones);
    bool any() const { return m_any; }
    BoneSides sides() const { return {m_arms > 0.0, m_legs > 0.0}; }

private:
    double m_arms = 0.0; ///< how much nearer the hands are with the arms swapped, metres
    double m_legs = 0.0;
    bool m_any = false;
    std::vector<std::int16_t> m_owners;
};

} // namespace ghostline::echo
