// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// Who shoots at whom, and what it does.
#include "codecs/ironcurtain/sample/skirmish_fights.h"
#include "codecs/ironcurtain/sample/skirmish_march.h"

namespace ghostline::ironcurtain::skirmish {

class Combat
{
public:
    Combat(Roster& roster, March& march, Fights& fights, io::Random& random, const Tape& tape)
        : m_roster(roster), m_march(march), m_fights(fights), m_random(random), m_tape(tape)
    {
    }
    /// One tick of everybody who is armed.
    void step();
    void hurt(Number who, int amount, Number by);

private:
    void aim(Number who);
    void shoot(Number who);
    Number findTarget(const Unit& unit) const;
    bool canHit(const Unit& unit, const Unit& victim) const;

    Roster& m_roster;
    March& m_march;
    Fights& m_fights;
    io::Random& m_random;
    const Tape& m_tape;
};

} // namespace ghostline::ironcurtain::skirmish
