// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// How units get from place to place: in legs of equal steps, so that whoever draws a line between two reports
// is right.
#include "codecs/ironcurtain/sample/skirmish_roster.h"

namespace ghostline::ironcurtain::skirmish {

class March
{
public:
    March(Roster& roster, Ground& ground) : m_roster(roster), m_ground(ground) {}

    /// One tick of everybody who is on the way.
    void step();
    void send(Number who, const WorldPos& to, bool aggressive);
    /// Several on one way, each to its own place at the end of it.
    void sendTogether(const std::vector<Number>& who, const WorldPos& to, bool aggressive);
    void halt(Number who);
    void jump(Number who, const WorldPos& to);

private:
    void startLeg(Unit& unit);
    void walk(Unit& unit);

    Roster& m_roster;
    Ground& m_ground;
};

} // namespace ghostline::ironcurtain::skirmish
