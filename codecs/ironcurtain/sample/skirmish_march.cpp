// SPDX-License-Identifier: GPL-3.0-or-later
#include "codecs/ironcurtain/sample/skirmish_march.h"

namespace ghostline::ironcurtain::skirmish {

void March::step()
{
    for (const Number n : m_roster.living()) {
        Unit& u = m_roster.unit(n);
        u.turnedOff = false;
        if (u.alive && u.leap) {
            halt(n);
            u.at = u.goal = *u.leap;
            u.leap.reset();
            u.turnedOff = true;
        }
        if (u.alive && u.moving())
            walk(u);
    }
}

void March::send(Number who, const WorldPos& to, bool aggressive)
{
    Unit& u = m_roster.unit(who);
    if (!u.alive || isStructure(u.type))
        return;
    u.goal = to;
    u.aggressive = aggressive;
    u.held = false;
    u.route = m_ground.route(u.at, to, wayOf(u.type));
    std::reverse(u.route.begin(), u.route.end());
    startLeg(u);
}

void March::sendTogether(const std::vector<Number>& who, const WorldPos& to, bool aggressive)
{
    if (who.empty())
        return;
    const Unit& leader = m_roster.unit(who.front());
    const Way way = wayOf(leader.type);
    const auto corners = m_ground.route(leader.at, to, way);
    if (corners.empty())
        return;
    const std::int32_t apart = ruleOf(leader.type).kind == UnitKind::Infantry ? 820 : 1400;
    for (std::size_t i = 0; i < who.size(); ++i) {
        Unit& u = m_roster.unit(who[i]);
        const auto column = static_cast<std::int32_t>(i % 4);
        const auto row = static_cast<std::int32_t>(i / 4);
        const WorldPos offset{apart * column - apart * 3 / 2, apart * row - apart, 0};
        std::vector<WorldPos> own;
        WorldPos here = u.at;
        if (!m_ground.straight(here, corners.front(), way)) {
            // It comes from elsewhere: first to where the others set out.
            own = m_ground.route(here, corners.front(), way);
            here = corners.front();
        }
        for (const WorldPos& corner : corners) {
            WorldPos place{corner.x + offset.x, corner.y + offset.y, u.at.z};
            if (!m_ground.straight(here, place, way))
                place = {corner.x, corner.y, u.at.z};
            own.push_back(place);
            here = place;
        }
        std::reverse(own.begin(), own.end());
        u.goal = own.front();
        u.aggressive = aggressive;
        u.held = false;
        u.route = std::move(own);
        startLeg(u);
    }
}

void March::halt(Number who)
{
    Unit& u = m_roster.unit(who);
    if (u.moving())
        u.turnedOff = true;
    u.route.clear();
    u.ticksLeft = 0;
    u.step = {};
}

void March::jump(Number who, const WorldPos& to)
{
    // It is there one tick later, so that both places are reported and nobody draws a way between them.
    halt(who);
    Unit& u = m_roster.unit(who);
    u.turnedOff = true;
    u.leap = WorldPos{to.x, to.y, u.at.z};
}

void March::startLeg(Unit& u)
{
    u.turnedOff = u.turnedOff || u.moving() || !u.route.empty();
    u.ticksLeft = 0;
    u.step = {};
    while (!u.route.empty()) {
        const WorldPos to = u.route.back();
        u.route.pop_back();
        const std::int64_t far = distance(u.at, to);
        const std::int64_t speed = ruleOf(u.type).speed;
        if (far < 16)
            continue;
        const std::int64_t ticks = std::max<std::int64_t>(1, (far + speed - 1) / speed);
        // Whole steps: the same every tick, so that whoever draws a line between two reports is right.
        const auto part = [ticks](std::int64_t way) {
            return static_cast<std::int32_t>((way + (way < 0 ? -ticks / 2 : ticks / 2)) / ticks);
        };
        u.step = {part(std::int64_t{to.x} - u.at.x), part(std::int64_t{to.y} - u.at.y), 0};
        u.ticksLeft = static_cast<int>(ticks);
        return;
    }
}

void March::walk(Unit& u)
{
    u.at.x += u.step.x;
    u.at.y += u.step.y;
    const bool foot = ruleOf(u.type).locomotor == 0;
    u.facing = turned(u.facing, heading(u.step.x, u.step.y), foot ? 128 : 36);
    if (--u.ticksLeft == 0) {
        u.turnedOff = true;
        startLeg(u);
    }
}

} // namespace ghostline::ironcurtain::skirmish
