// SPDX-License-Identifier: GPL-3.0-or-later
#include "codecs/ironcurtain/sample/skirmish_fights.h"

namespace ghostline::ironcurtain::skirmish {

namespace {

constexpr std::int64_t FightReach = cells(16);
constexpr std::int64_t FightMembers = cells(11);
constexpr SimTick FightQuiet = 90;
constexpr std::size_t FightSmallest = 4; // fewer are no engagement
constexpr std::int64_t WipeShare = 700;  // of 1024

bool contains(const std::vector<Number>& list, Number who)
{
    return std::find(list.begin(), list.end(), who) != list.end();
}

} // namespace

void Fights::blow(const Unit& by, const Unit& victim)
{
    const int a = m_roster.purse(by.owner).side;
    const int b = m_roster.purse(victim.owner).side;
    const Number byNumber = by.number;
    const Number victimNumber = victim.number;
    for (Fight& fight : m_fights) {
        const bool same =
            (fight.sides[0] == a && fight.sides[1] == b) || (fight.sides[0] == b && fight.sides[1] == a);
        if (!same || squared(fight.centre, victim.at) > FightReach * FightReach)
            continue;
        fight.lastBlow = m_tape.tick();
        for (const Number who : {byNumber, victimNumber}) {
            auto& members =
                fight.members[m_roster.purse(m_roster.unit(who).owner).side == fight.sides[0] ? 0 : 1];
            if (!contains(members, who))
                members.push_back(who);
        }
        return;
    }
    Fight fight;
    fight.centre = {(by.at.x + victim.at.x) / 2, (by.at.y + victim.at.y) / 2, 0};
    fight.since = fight.lastBlow = m_tape.tick();
    fight.sides[0] = a;
    fight.sides[1] = b;
    std::int64_t value[2] = {0, 0};
    std::vector<UnitTag> tags[2];
    for (const Number who : m_roster.living()) {
        const Unit& u = m_roster.unit(who);
        const int side = m_roster.purse(u.owner).side;
        const bool involved = who == byNumber || who == victimNumber;
        const bool fighter =
            ruleOf(u.type).arms != Arms::None && squared(fight.centre, u.at) <= FightMembers * FightMembers;
        if (!u.alive || (side != a && side != b) || (!involved && !fighter))
            continue;
        const int which = side == a ? 0 : 1;
        fight.members[which].push_back(who);
        tags[which].push_back(u.tag);
        value[which] += ruleOf(u.type).cost;
    }
    if (tags[0].size() + tags[1].size() < FightSmallest)
        return;
    for (int player = 0; player < static_cast<int>(m_roster.players()); ++player)
        fight.armyBefore.push_back(m_roster.armyValue(player));
    EngagementStarted event{};
    event.centre = fight.centre;
    event.friendly = m_tape.keep(std::move(tags[0]));
    event.enemy = m_tape.keep(std::move(tags[1]));
    event.friendlyValue = value[0];
    event.enemyValue = value[1];
    m_tape.write(event);
    m_begun.push_back(fight);
    m_fights.push_back(std::move(fight));
}

void Fights::close()
{
    for (auto it = m_fights.begin(); it != m_fights.end();) {
        if (m_tape.tick() - it->lastBlow <= FightQuiet) {
            ++it;
            continue;
        }
        report(*it);
        it = m_fights.erase(it);
    }
}

void Fights::report(const Fight& fight)
{
    std::uint32_t lost[2] = {0, 0};
    std::uint32_t left[2] = {0, 0};
    for (int which = 0; which < 2; ++which) {
        for (const Number who : fight.members[which])
            ++(m_roster.unit(who).alive ? left : lost)[which];
    }
    m_tape.write(
        EngagementEnded{fight.centre, lost[0], lost[1], left[0], left[1], fight.lastBlow - fight.since});
    for (int player = 0; player < static_cast<int>(m_roster.players()); ++player) {
        std::uint32_t units = 0;
        std::int64_t value = 0;
        for (const auto& members : fight.members) {
            for (const Number who : members) {
                const Unit& u = m_roster.unit(who);
                if (u.owner == player && !u.alive && !isStructure(u.type) && u.type != Type::Harvester) {
                    ++units;
                    value += ruleOf(u.type).cost;
                }
            }
        }
        const std::int64_t before =
            std::max<std::int64_t>(1, fight.armyBefore[static_cast<std::size_t>(player)]);
        const std::int64_t share = std::min<std::int64_t>(1024, value * 1024 / before);
        if (units >= 6 && share >= WipeShare)
            m_tape.write(
                ArmyWipe{static_cast<PlayerId>(player), units, value, static_cast<std::uint16_t>(share)});
    }
}

} // namespace ghostline::ironcurtain::skirmish
