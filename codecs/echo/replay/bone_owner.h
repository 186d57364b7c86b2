// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// Which bone set belongs to which player, and which of a pair of bones is the left one.
#include "codecs/echo/frame/limits.h"
#include "codecs/echo/frame/skeleton.h"
#include "codecs/echo/replay/cast_builder.h"

namespace ghostline::echo {

/// Place of a bone in the world.
glm::vec3 boneInWorld(const PlayerFrame& player, const Bone& bone);

/// Bone set of each player of a frame, -1 where there is none. By the slot where the recording says it; else
/// in order of the slots of those who play, unless the hands clearly tell another order.
void findBoneOwners(std::span<const PlayerFrame> players, std::span<const BoneSet> bones,
                    std::vector<std::int16_t>& owners);

/// The owners in all frames of a chunk, kept where they change. Immutable once built.
class BoneOwners
{
public:
    BoneOwners() = default;
    BoneOwners(const FrameBlock& block, const ChunkCast& cast);

    /// How many players of a frame have bones.
    std::size_t owned(std::size_t frame) const
    {
        const Run* run = runOf(frame);
        return run != nullptr ? run->owned : 0;
    }
    /// Bone set of one of a frame's players, -1 where there is none.
    std::int16_t of(std::size_t frame, std::size_t player) const
    {
        const Run* run = runOf(frame);
        return run != nullptr && run->owned > 0 ? m_owners[run->first + player] : std::int16_t{-1};
    }
    std::size_t bytes() const
    {
        return m_runs.capacity() * sizeof(Run) + m_owners.capacity() * sizeof(std::int16_t);
    }

private:
    /// From a frame on.
    struct Run
    {
        std::uint32_t frame = 0;
        std::uint32_t first = 0; ///< into m_owners, by record of a player
        std::uint32_t owned = 0;
    };
    const Run* runOf(std::size_t frame) const;

    std::vector<Run> m_runs;
    std::vector<std::int16_t> m_owners;
};

/// Adds up over frames which way round the pairs are. What is not clear stays as the table has it.
class BoneSideFinder
{
public:
    void take(std::span<const PlayerFrame> players, std::span<const BoneSet> bones);
    /// Enough was seen to say it for good.
    bool decided() const { return m_hands >= EnoughHands && m_armsClear && m_legsClear; }
    /// Has seen so much that more would not help.
    bool tired() const { return m_hands >= MaxComparedHands; }
    BoneSides sides() const { return m_sides; }

private:
    static constexpr std::uint64_t EnoughHands = 100;
    void conclude();

    double m_asListed = 0.0; ///< sum of the hands' distances, metres
    double m_swapped = 0.0;
    double m_wide = 0.0; ///< sum of how far the left leg is to the left, metres
    double m_apart = 0.0;
    std::uint64_t m_hands = 0;
    bool m_armsClear = false;
    bool m_legsClear = false;
    BoneSides m_sides;
    std::vector<std::int16_t> m_owners;
};

} // namespace ghostline::echo
