// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// Fights: losses, and reports of units that hurt each other, that hang together in time and space.
#include "codecs/sc2/events/losses.h"

namespace ghostline::sc2 {

/// What hangs together: two losses at most this far apart, or a loss and a report of damage, or two reports.
inline constexpr std::uint32_t FightLoops = 269; ///< 12 s at Faster
inline constexpr float FightCells = 20.0F;
inline constexpr float DamageCells = 12.0F; ///< when one of the two is a report of damage
/// What a fight has at least: one of the two, and an enemy.
inline constexpr int FightValue = 150;
inline constexpr std::size_t FightLosses = 3;

/// A place where units of more than one side dealt or took damage before `loop`: no loss, but it keeps a
/// fight going.
struct Damage
{
    std::uint32_t loop = 0;
    float x = 0.0F; ///< cells
    float y = 0.0F;
};

struct Fight
{
    std::uint32_t first = 0; ///< loop of the first loss or report of damage
    std::uint32_t last = 0;
    float x = 0.0F; ///< cells; centre of what was lost, weighted by worth
    float y = 0.0F;
    float radius = 0.0F;               ///< cells around it that hold nine tenths of what was lost
    std::vector<std::uint32_t> losses; ///< into the list given, ascending
};

/// From position reports after loop 0, ascending loop.
std::vector<Damage> findDamage(const EventWriter& writer);
/// Both lists ascending by loop; fights ascending by first loop.
std::vector<Fight> findFights(std::span<const Loss> losses, std::span<const Damage> damage);

void writeFights(EventWriter& writer, std::span<const Loss> losses);

} // namespace ghostline::sc2
