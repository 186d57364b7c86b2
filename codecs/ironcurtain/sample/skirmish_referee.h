// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// What becomes of bases and of the balance: who has lost a base, who is beaten, who came back.
#include "codecs/ironcurtain/sample/skirmish_course.h"

namespace ghostline::ironcurtain::skirmish {

class Referee
{
public:
    Referee(World& world, const Course& course);
    void step();
    /// Whether a player has lost that base.
    bool fallen(int player, std::size_t base) const
    {
        return m_bases[static_cast<std::size_t>(player)].fallen[base];
    }

private:
    void watchBases();
    void watchBalance();

    struct Bases
    {
        std::array<std::vector<UnitTag>, 2> lost; ///< structures, by base
        std::array<bool, 2> fallen{};
    };
    World& m_world;
    Roster& m_roster;
    const Course& m_course;
    std::vector<Bases> m_bases; ///< by player
    std::int64_t m_worstGap = 0;
    bool m_cameBack = false;
};

} // namespace ghostline::ironcurtain::skirmish
