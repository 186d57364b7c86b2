// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// The turns that the match takes: who is to win, who leads for long, and what each side is about meanwhile.
#include "codecs/ironcurtain/sample/skirmish_world.h"

namespace ghostline::ironcurtain::skirmish {

enum class Stance : std::uint8_t { Hold, Defend, Centre, Raid, Outpost, Siege };

struct Chapter;

class Course
{
public:
    Course(World& world, const SkirmishSettings& settings);
    /// Opens the chapter that begins now: fortune and supplies change.
    void step();

    int hero() const { return m_hero; }   ///< the side that will win
    int rival() const { return m_rival; } ///< the side that leads for long
    int leaderOf(int side) const;         ///< its first player
    /// The tick that far into the match.
    SimTick at(int thousandth) const { return m_ticks * static_cast<SimTick>(thousandth) / 1000; }
    SimTick ticks() const { return m_ticks; }
    Stance stanceOf(int player) const;
    int enemyOf(int player) const;   ///< a side
    int armyShare(int player) const; ///< of 100: how many units a player keeps

private:
    World& m_world;
    Roster& m_roster;
    SimTick m_ticks;
    int m_hero;
    int m_rival;
    const Chapter* m_chapter = nullptr;
};

} // namespace ghostline::ironcurtain::skirmish
