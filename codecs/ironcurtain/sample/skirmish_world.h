// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// The made-up match itself: units that walk, build, mine, fight and die by rough rules. Who wants what is
// decided elsewhere.
#include "codecs/ironcurtain/sample/skirmish_combat.h"
#include "codecs/ironcurtain/sample/skirmish_economy.h"
#include "codecs/ironcurtain/sample/skirmish_snapshot.h"

namespace ghostline::ironcurtain::skirmish {

class World
{
public:
    World(const SkirmishSettings& settings, std::span<const Spot> bases, std::span<const int> sides);

    void setUp();
    /// Everything that goes on by itself in the tape's tick: marches, fights, harvests, production.
    void step();
    /// Reports of the tick: places, statistics.
    void report();
    SimState snapshot() { return m_snapshots.take(); }

    Tape& tape() { return m_tape; }
    SimTick tick() const { return m_tape.tick(); }
    io::Random& random() { return m_random; }
    Ground& ground() { return m_ground; }
    Words& words() { return m_words; }
    Roster& roster() { return m_roster; }
    March& march() { return m_march; }
    Economy& economy() { return m_economy; }
    Combat& combat() { return m_combat; }
    const Fights& fights() const { return m_fights; }

private:
    void reportPlaces();

    Tape m_tape;
    io::Random m_random;
    Ground m_ground;
    Words m_words;
    Roster m_roster;
    March m_march{m_roster, m_ground};
    Fights m_fights{m_roster, m_tape};
    Combat m_combat{m_roster, m_march, m_fights, m_random, m_tape};
    Economy m_economy{m_roster, m_march, m_ground, m_words, m_random, m_tape};
    Snapshots m_snapshots;
};

} // namespace ghostline::ironcurtain::skirmish
