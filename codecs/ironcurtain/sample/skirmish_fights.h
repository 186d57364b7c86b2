// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// The fights that observers see in blows: who is in one, when it begins and ends, and what it cost.
#include "codecs/ironcurtain/sample/skirmish_roster.h"

namespace ghostline::ironcurtain::skirmish {

/// A fight as observers tell it.
struct Fight
{
    WorldPos centre;
    SimTick since = 0;
    SimTick lastBlow = 0;
    int sides[2] = {0, 0};
    std::vector<Number> members[2];
    std::vector<std::int64_t> armyBefore; ///< by player
};

class Fights
{
public:
    Fights(const Roster& roster, Tape& tape) : m_roster(roster), m_tape(tape) {}

    void beginTick() { m_begun.clear(); }
    void blow(const Unit& by, const Unit& victim);
    /// Ends those that have been quiet for a while.
    void close();
    const std::vector<Fight>& begun() const { return m_begun; } ///< in this tick
    bool any() const { return !m_fights.empty(); }

private:
    void report(const Fight& fight);

    const Roster& m_roster;
    Tape& m_tape;
    std::deque<Fight> m_fights;
    std::vector<Fight> m_begun;
};

} // namespace ghostline::ironcurtain::skirmish
