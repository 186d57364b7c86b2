// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// What each player builds, trains and researches.
#include "codecs/ironcurtain/sample/skirmish_hands.h"
#include "codecs/ironcurtain/sample/skirmish_referee.h"

namespace ghostline::ironcurtain::skirmish {

class Builder
{
public:
    Builder(World& world, const Course& course, const Referee& referee, AllHands& hands);
    /// The next structure of the plan, as soon as there is money and nothing else is being built.
    void construct(int player);
    void train(int player);
    void research(int player);

private:
    bool begin(int player, Type type, Spot near, int base);
    void trainLine(int player, Line line, std::span<const Type> types, int keep);

    struct Plan
    {
        std::vector<Type> structures; ///< still to build, the next one last
        bool outpost = false;         ///< begun
        Spot outpostAt;
        SimTick upgradeAt = 0;
        std::size_t upgrades = 0;
    };
    World& m_world;
    Roster& m_roster;
    const Course& m_course;
    const Referee& m_referee;
    AllHands& m_hands;
    std::vector<Plan> m_plans; ///< by player
};

} // namespace ghostline::ironcurtain::skirmish
