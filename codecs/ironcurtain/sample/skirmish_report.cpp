// SPDX-License-Identifier: GPL-3.0-or-later
// Questions about the match, and what it tells of itself at the end of a tick.
#include "codecs/ironcurtain/sample/skirmish_world.h"

namespace ghostline::ironcurtain::skirmish {

namespace {

constexpr SimTick PlacesEvery = 30;
constexpr SimTick StatsEvery = 150;

} // namespace

int World::count(int player, Type type, bool ready) const
{
    return static_cast<int>(std::count_if(m_living.begin(), m_living.end(), [&](Number n) {
        const Unit& u = unit(n);
        return u.alive && u.owner == player && u.type == type && (!ready || u.toBuild == 0);
    }));
}

Number World::first(int player, Type type, bool ready) const
{
    for (const Number n : m_living) {
        const Unit& u = unit(n);
        if (u.alive && u.owner == player && u.type == type && (!ready || u.toBuild == 0))
            return n;
    }
    return Nobody;
}

std::int64_t World::armyValue(int player) const
{
    std::int64_t value = 0;
    for (const Number n : m_living) {
        const Unit& u = unit(n);
        if (u.alive && u.owner == player && !isStructure(u.type) && u.type != Type::Harvester)
            value += ruleOf(u.type).cost;
    }
    return value;
}

std::int64_t World::sideArmy(int side) const
{
    std::int64_t value = 0;
    for (int player = 0; player < static_cast<int>(players()); ++player)
        value += purse(player).side == side ? armyValue(player) : 0;
    return value;
}

Number World::enemyStructure(int player, const WorldPos& from, int victim, bool outpostsFirst) const
{
    Number found = Nobody;
    std::int64_t best = 0;
    bool outpost = false;
    for (const Number n : m_living) {
        const Unit& u = unit(n);
        if (!u.alive || !isStructure(u.type) || allied(player, u.owner) ||
            (victim >= 0 && u.owner != victim) || u.type == Type::NavalYard || u.type == Type::SubPen)
            continue;
        const std::int64_t far = squared(from, u.at);
        const bool preferred = outpostsFirst && u.base == 1;
        if (found == Nobody || (preferred && !outpost) || (preferred == outpost && far < best)) {
            found = n;
            best = far;
            outpost = preferred;
        }
    }
    return found;
}

Number World::enemyNear(int player, const WorldPos& from, std::int64_t reach, bool fightersOnly) const
{
    Number found = Nobody;
    std::int64_t best = reach * reach;
    for (const Number n : m_living) {
        const Unit& u = unit(n);
        if (!u.alive || allied(player, u.owner) ||
            (fightersOnly && (isStructure(u.type) || u.type == Type::Harvester)))
            continue;
        const std::int64_t far = squared(from, u.at);
        if (far < best) {
            found = n;
            best = far;
        }
    }
    return found;
}

void World::report()
{
    std::erase_if(m_living, [this](Number n) { return !unit(n).alive; });
    recount();
    reportPlaces();
    if (m_tick % StatsEvery == 0)
        reportStats();
}

void World::reportPlaces()
{
    std::vector<UnitPlace> places;
    const bool all = m_tick % PlacesEvery == 0;
    for (const Number n : m_living) {
        const Unit& u = unit(n);
        // Where legs meet, and now and then on the way.
        if (u.turnedOff || (all && u.moving()))
            places.push_back({u.tag, u.at});
    }
    for (std::size_t i = 0; i < places.size(); i += MaxSampledUnits) {
        const std::size_t end = std::min(places.size(), i + MaxSampledUnits);
        m_tape.tell(UnitPositionSample{
            m_tape.keep(std::vector<UnitPlace>(places.begin() + static_cast<std::ptrdiff_t>(i),
                                               places.begin() + static_cast<std::ptrdiff_t>(end)))});
    }
}

void World::reportStats()
{
    for (std::size_t i = 0; i < m_purses.size(); ++i) {
        PlayerStats& stats = m_purses[i].stats;
        // Over the last report's time: 150 ticks of 67 ms.
        const std::int64_t got = stats.totalCollected - m_purses[i].collectedBefore;
        m_purses[i].collectedBefore = stats.totalCollected;
        stats.collectionRate = (stats.collectionRate * 3 + got * 1024 * 60'000 / (150 * 67)) / 4;
        Bytes bytes;
        appendPlayerStats(bytes, stats);
        m_tape.tell(PlayerStatSnapshot{static_cast<PlayerId>(i), m_tape.keep(std::move(bytes)).data()});
    }
}

} // namespace ghostline::ironcurtain::skirmish
