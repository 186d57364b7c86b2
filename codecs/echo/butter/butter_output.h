// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// The bytes of a chunk on their way out, counted by the group of fields they belong to.
#include "codecs/echo/butter/butter_encode.h"

namespace ghostline::echo::encode {

enum class FieldGroup : std::uint8_t {
    FrameHeader, ///< magic, time, clock, masks, player counts
    Status,
    Pause,
    Score,
    Throw,
    Vr,
    Disc,
    Payload,
    Rules,
    TeamStats,
    PlayerFlags, ///< who, slot, state and pose masks, loadout
    PlayerStats,
    PingHolding,
    Velocity,
    Positions,
    Rotations,
    BoneMasks,
    BonePositions,
    BoneRotations
};
inline constexpr std::size_t FieldGroups = 19;
using GroupBytes = std::array<std::uint64_t, FieldGroups>;

/// "players.positions"
const char* fieldGroupName(FieldGroup group);

class ButterOutput
{
public:
    /// Where to append bytes of that group, until the next call.
    Bytes& in(FieldGroup group)
    {
        settle();
        m_group = group;
        return m_bytes;
    }
    const Bytes& bytes() const { return m_bytes; }
    const GroupBytes& groups()
    {
        settle();
        return m_counts;
    }
    /// Forgets the bytes, not what was counted.
    void clear()
    {
        settle();
        m_bytes.clear();
        m_settled = 0;
    }

private:
    void settle()
    {
        m_counts[static_cast<std::size_t>(m_group)] += m_bytes.size() - m_settled;
        m_settled = m_bytes.size();
    }
    Bytes m_bytes;
    GroupBytes m_counts{};
    std::size_t m_settled = 0;
    FieldGroup m_group = FieldGroup::FrameHeader;
};

} // namespace ghostline::echo::encode
