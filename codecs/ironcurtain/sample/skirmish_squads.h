// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// Squads: who belongs to which, and where they go.
#include "codecs/ironcurtain/sample/skirmish_course.h"
#include "codecs/ironcurtain/sample/skirmish_hands.h"

namespace ghostline::ironcurtain::skirmish {

class Squads
{
public:
    Squads(World& world, const Course& course, AllHands& hands);
    /// Takes in who was born in this tick and lets go who fell.
    void muster();
    /// Sends a player's squads where they should be.
    void lead(int player);
    /// Eyes of players go to fights that began in this tick.
    void answerFights();

    std::span<const Squad> of(int player) const { return m_camps[static_cast<std::size_t>(player)].squads; }
    const WorldPos& rallyOf(int player) const { return m_camps[static_cast<std::size_t>(player)].rally; }
    WorldPos centreOfSquad(const Squad& squad) const;
    struct Aim
    {
        WorldPos at;
        bool aggressive = true;
        Number victim = Nobody;
    };
    Aim aimOf(int player, const Squad& squad, Stance stance) const;
    /// Somebody of it has a target.
    bool fights(const Squad& squad) const;

private:
    Squad& squadFor(int player, Line line);
    void leadSquad(int player, Squad& squad);
    std::optional<WorldPos> alarm(int player) const;

    struct Camp
    {
        std::vector<Squad> squads;
        WorldPos rally;
    };
    World& m_world;
    Roster& m_roster;
    const Course& m_course;
    AllHands& m_hands;
    std::vector<Camp> m_camps; ///< by player
};

} // namespace ghostline::ironcurtain::skirmish
