// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// Superweapons and abilities: how they charge, and when they are used.
#include "codecs/ironcurtain/sample/skirmish_squads.h"

namespace ghostline::ironcurtain::skirmish {

class Powers
{
public:
    Powers(World& world, const Course& course, const Squads& squads, AllHands& hands)
        : m_world(world), m_roster(world.roster()), m_course(course), m_squads(squads), m_hands(hands)
    {
    }
    void step(int player);

private:
    void charge(int player, Type house, std::string_view ability);
    Power* ready(int player, std::string_view ability);
    /// Fires it at a place, charging anew for that long.
    void use(int player, Power& power, std::string_view ability, const WorldPos& at, std::uint32_t charge);
    void fireNuke(int player);
    void raiseCurtain(int player);
    void jumpAcross(int player);
    void spy(int player);
    WorldPos crowd(int player) const;

    World& m_world;
    Roster& m_roster;
    const Course& m_course;
    const Squads& m_squads;
    AllHands& m_hands;
};

} // namespace ghostline::ironcurtain::skirmish
