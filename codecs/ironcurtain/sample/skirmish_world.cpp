// SPDX-License-Identifier: GPL-3.0-or-later
#include "codecs/ironcurtain/sample/skirmish_world.h"

namespace ghostline::ironcurtain::skirmish {

World::World(const SkirmishSettings& settings, std::span<const Spot> bases, std::span<const int> sides)
    : m_random(settings.seed), m_ground(settings.mapSide, bases, settings.seed),
      m_roster(m_tape, m_ground, m_words, bases, sides),
      m_snapshots(m_roster, m_ground, m_words, m_tape, settings.seed)
{
}

void World::setUp()
{
    for (int player = 0; player < static_cast<int>(m_roster.players()); ++player) {
        const Spot start = m_roster.purse(player).start;
        m_roster.raise(Type::Yard, player, {start.x - 1, start.y - 1}, 0, true);
        const int inX = start.x < m_ground.side() / 2 ? 1 : -1;
        const int inY = start.y < m_ground.side() / 2 ? 1 : -1;
        for (int i = 0; i < 5; ++i) {
            const Type type = i < 3 ? Type::Rifle : i < 4 ? Type::Rocket : Type::Jeep;
            const Spot at =
                m_ground.nearestOpen({start.x + inX * (4 + i), start.y + inY * (6 - i)}, Way::Land);
            m_roster.give(type, player, centreOf(at.x, at.y));
        }
    }
    m_economy.recount();
}

void World::step()
{
    m_roster.beginTick();
    m_fights.beginTick();
    m_march.step();
    m_combat.step();
    m_economy.step();
    m_fights.close();
    if (tick() % 10 == 0)
        m_economy.recount();
}

void World::report()
{
    m_roster.bury();
    m_economy.recount();
    reportPlaces();
    m_economy.report();
}

void World::reportPlaces()
{
    constexpr SimTick PlacesEvery = 30;
    std::vector<UnitPlace> places;
    const bool all = m_tape.tick() % PlacesEvery == 0;
    for (const Number n : m_roster.living()) {
        const Unit& u = m_roster.unit(n);
        // Where legs meet, and now and then on the way.
        if (u.turnedOff || (all && u.moving()))
            places.push_back({u.tag, u.at});
    }
    for (std::size_t i = 0; i < places.size(); i += MaxSampledUnits) {
        const std::size_t end = std::min(places.size(), i + MaxSampledUnits);
        m_tape.write(UnitPositionSample{
            m_tape.keep(std::vector<UnitPlace>(places.begin() + static_cast<std::ptrdiff_t>(i),
                                               places.begin() + static_cast<std::ptrdiff_t>(end)))});
    }
}

} // namespace ghostline::ironcurtain::skirmish
