// SPDX-License-Identifier: GPL-3.0-or-later
#include "codecs/sc2/sample/ladder_roster.h"

#include <algorithm>

namespace ghostline::sc2::ladder {

namespace {

struct Price
{
    int minerals = 0;
    int gas = 0;
};

/// Of one thing made: two at once of what hatches in pairs, and only what is added to what was paid before.
Price priceOf(Kind kind)
{
    const KindFacts& facts = factsOf(kind);
    const int pieces = kind == Kind::Zergling ? 2 : 1;
    const int before = kind == Kind::Orbital ? factsOf(Kind::CommandCenter).minerals
                       : kind == Kind::Lair  ? factsOf(Kind::Hatchery).minerals
                                             : 0;
    return {facts.minerals * pieces - before, facts.gas * pieces};
}

} // namespace

Tag Roster::freshTag()
{
    // Numbers of the dead are given out again, told apart by how often that happened.
    if (!m_freeTags.empty()) {
        Tag tag = m_freeTags.front();
        m_freeTags.erase(m_freeTags.begin());
        ++tag.recycle;
        return tag;
    }
    return {m_nextIndex++, 1};
}

UnitNumber Roster::add(Kind kind, int player, const glm::dvec2& at)
{
    Unit unit;
    unit.kind = kind;
    unit.player = player;
    unit.tag = freshTag();
    unit.at = at;
    unit.goal = at;
    unit.hitPoints = factsOf(kind).hitPoints;
    m_units.push_back(unit);
    return static_cast<UnitNumber>(m_units.size()) - 1;
}

void Roster::pay(int player, Kind kind)
{
    purse(player).minerals -= priceOf(kind).minerals;
    purse(player).gas -= priceOf(kind).gas;
}

bool Roster::affords(int player, Kind kind) const
{
    return purse(player).minerals >= priceOf(kind).minerals && purse(player).gas >= priceOf(kind).gas;
}

void Roster::kill(UnitNumber who, UnitNumber killer)
{
    Unit& dead = unit(who);
    if (!dead.alive)
        return;
    dead.alive = false;
    dead.making = Kind::Count;
    const bool killed = killer != Nobody;
    m_log.died(dead.tag, dead.at, killed ? unit(killer).player : 0, killed ? unit(killer).tag : Tag{});
    m_freeTags.push_back(dead.tag);
    m_fallen.push_back(who);
    if (!killed || dead.player == 0)
        return;
    const KindFacts& facts = factsOf(dead.kind);
    const auto worth = static_cast<std::size_t>(facts.worth);
    auto& lost = purse(dead.player).lost[worth];
    auto& won = purse(unit(killer).player).killed[worth];
    for (auto* counted : {&lost, &won}) {
        (*counted)[0] += facts.minerals;
        (*counted)[1] += facts.gas;
    }
}

std::vector<UnitNumber> Roster::all(int player, Kind kind, bool finishedOnly) const
{
    std::vector<UnitNumber> out;
    for (std::size_t i = 0; i < m_units.size(); ++i) {
        const Unit& each = m_units[i];
        if (each.alive && each.player == player && each.kind == kind && (each.finished || !finishedOnly))
            out.push_back(static_cast<UnitNumber>(i));
    }
    return out;
}

std::vector<UnitNumber> Roster::army(int player) const
{
    std::vector<UnitNumber> out;
    for (std::size_t i = 0; i < m_units.size(); ++i) {
        const Unit& each = m_units[i];
        if (each.alive && each.player == player && isArmy(each.kind) && each.kind != Kind::Queen)
            out.push_back(static_cast<UnitNumber>(i));
    }
    return out;
}

int Roster::count(int player, Kind kind, bool finishedOnly) const
{
    return static_cast<int>(all(player, kind, finishedOnly).size());
}

int Roster::onTheWay(int player, Kind kind) const
{
    return static_cast<int>(std::count_if(m_units.begin(), m_units.end(), [&](const Unit& each) {
        return each.alive && each.player == player &&
               ((each.kind == kind && !each.finished) ||
                (each.making == kind && !(factsOf(kind).structure && each.task != Task::Build &&
                                          kind != Kind::Orbital && kind != Kind::Lair)));
    }));
}

int Roster::halfSupplyUsed(int player) const
{
    int used = 0;
    for (const Unit& each : m_units) {
        if (!each.alive || each.player != player)
            continue;
        // A drone that becomes a structure eats no more.
        const bool gone = each.kind == Kind::Drone && each.task == Task::Constructing;
        used += gone ? 0 : factsOf(each.kind).halfSupply;
        if (each.making != Kind::Count)
            used += factsOf(each.making).halfSupply * (each.making == Kind::Zergling ? 2 : 1);
    }
    return used;
}

int Roster::supplyMade(int player) const
{
    int made = 0;
    for (const Unit& each : m_units) {
        if (each.alive && each.finished && each.player == player)
            made += factsOf(each.kind).makesSupply;
    }
    return made;
}

bool Roster::has(int player, std::string_view upgrade) const
{
    const auto& list = purse(player).upgrades;
    return std::find(list.begin(), list.end(), upgrade) != list.end();
}

bool Roster::hasRoom(int player, Kind kind) const
{
    const int needs = factsOf(kind).halfSupply * (kind == Kind::Zergling ? 2 : 1);
    return needs == 0 || halfSupplyUsed(player) + needs <= supplyMade(player) * 2;
}

UnitNumber Roster::nearest(const std::vector<UnitNumber>& among, const glm::dvec2& at) const
{
    UnitNumber best = Nobody;
    for (const UnitNumber each : among) {
        if (best == Nobody || glm::distance(unit(each).at, at) < glm::distance(unit(best).at, at))
            best = each;
    }
    return best;
}

UnitNumber Roster::freeGeyser(int player) const
{
    for (const UnitNumber geyser : all(0, Kind::Geyser)) {
        const glm::dvec2 at = unit(geyser).at;
        const auto near = [&](const Unit& each) {
            return each.alive && each.player == player && each.finished && isTownHall(each.kind) &&
                   glm::distance(each.at, at) < BaseReach;
        };
        const auto taken = [&](const Unit& each) {
            return each.alive && each.player != 0 &&
                   (glm::distance(each.at, at) < 1.0 ||
                    (each.task == Task::Build && glm::distance(each.goal, at) < 1.0)) &&
                   (factsOf(each.kind).structure || each.task == Task::Build);
        };
        if (std::any_of(m_units.begin(), m_units.end(), near) &&
            std::none_of(m_units.begin(), m_units.end(), taken))
            return geyser;
    }
    return Nobody;
}

} // namespace ghostline::sc2::ladder
