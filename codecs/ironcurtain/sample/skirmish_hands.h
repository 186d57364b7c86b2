// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// The hands and eyes of one who plays: selections, control groups, the camera, and orders a moment after they
// were thought of.
#include "codecs/ironcurtain/sample/skirmish_world.h"

namespace ghostline::ironcurtain::skirmish {

struct Squad
{
    Line line = Line::Infantry;
    std::uint8_t group = 0; ///< the control group that holds it
    std::vector<Number> members;
    WorldPos goal;
    SimTick orderedAt = 0;
    bool assigned = false;
};

class Hands
{
public:
    Hands(World& world, int player);

    /// Recalls the squad's group and sends it there; at a victim when there is one.
    void command(const Squad& squad, const WorldPos& to, bool aggressive, Number victim = Nobody);
    /// Puts units into a group.
    void group(const Squad& squad, std::vector<Number> units, bool assign);
    /// A click in the sidebar.
    void click(std::uint16_t what, std::string_view type);
    void look(const WorldPos& at) { m_focus = at; }
    /// Answers a fight with a squad in it, or not.
    void answer(const Squad& squad, const WorldPos& at);
    void step();

private:
    enum class What : std::uint8_t { Recall, Assign, Append, Go, Select, Look, Stop };
    struct Action
    {
        SimTick due = 0;
        What what = What::Recall;
        std::uint8_t group = 0;
        std::vector<Number> units;
        WorldPos to;
        bool aggressive = false;
        Number victim = Nobody;
    };
    void later(Action action, int ticks);
    void perform(Action& action);
    void select(const std::vector<Number>& units);
    void fidget();
    void moveCamera();
    std::vector<UnitTag> tagsOf(const std::vector<Number>& units) const;
    Order orderOf(OrderKind kind);

    World& m_world;
    Roster& m_roster;
    int m_player;
    io::Random m_random;
    std::deque<Action> m_plan;
    SimTick m_free = 0; ///< when the hands have time for the next
    std::vector<UnitTag> m_selected;
    std::vector<Number> m_selectedUnits;
    WorldPos m_eye;
    WorldPos m_focus;
    std::uint16_t m_zoom = 1024;
    SimTick m_nextFidget = 60;
};

using AllHands = std::deque<Hands>; ///< by player

} // namespace ghostline::ironcurtain::skirmish
