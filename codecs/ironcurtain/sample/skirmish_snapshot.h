// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// The truth of a tick as the format's own state.
#include "codecs/ironcurtain/sample/skirmish_roster.h"

namespace ghostline::ironcurtain::skirmish {

class Snapshots
{
public:
    Snapshots(const Roster& roster, const Ground& ground, const Words& words, const Tape& tape,
              std::uint64_t seed)
        : m_roster(roster), m_ground(ground), m_words(words), m_tape(tape), m_seed(seed)
    {
    }
    SimState take();

private:
    void writeEntity(const Unit& unit, Bytes& out, std::uint64_t& mask) const;

    const Roster& m_roster;
    const Ground& m_ground;
    const Words& m_words;
    const Tape& m_tape;
    std::uint64_t m_seed;
    std::shared_ptr<const MapState> m_map; ///< of the last that was taken
    std::uint64_t m_mapRevision = ~std::uint64_t{0};
};

} // namespace ghostline::ironcurtain::skirmish
