// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// Ore, credits, power and what is made of them.
#include "codecs/ironcurtain/sample/skirmish_march.h"

namespace ghostline::ironcurtain::skirmish {

class Economy
{
public:
    Economy(Roster& roster, March& march, Ground& ground, Words& words, io::Random& random, Tape& tape)
        : m_roster(roster), m_march(march), m_ground(ground), m_words(words), m_random(random), m_tape(tape)
    {
    }
    /// One tick of harvesters and production lines.
    void step();
    /// Pays for one and puts it on its line.
    void enqueue(int player, Type type);
    /// Brings the players' statistics up to date.
    void recount();
    /// Writes them now and then.
    void report();

private:
    void harvest(Number who);
    void goHarvest(Unit& unit);
    void produce(int player);
    void finishItem(int player, Line line);

    Roster& m_roster;
    March& m_march;
    Ground& m_ground;
    Words& m_words;
    io::Random& m_random;
    Tape& m_tape;
};

} // namespace ghostline::ironcurtain::skirmish
