// SPDX-License-Identifier: GPL-3.0-or-later
// The plan of the Zerg player.
#include "codecs/sc2/sample/ladder_plan.h"

namespace ghostline::sc2::ladder {

namespace {

constexpr int MostWorkers = 38;
constexpr std::uint32_t ResearchLoops = 1760;
constexpr int RaidZerglings = 8;

} // namespace

bool ZergPlan::act() { return onTime() || buildOrder() || inject() || grow(); }

bool ZergPlan::morphLarva(Kind kind)
{
    const auto larvae = m_world.all(2, Kind::Larva);
    if (larvae.empty() || !m_world.affords(2, kind) || !m_world.hasRoom(2, kind))
        return false;
    if (m_random.chance(0.4))
        m_hands.lookAt(m_world.unit(larvae.front()).at);
    m_hands.select({larvae.front()});
    m_hands.command(abilityFor(kind));
    m_world.make(larvae.front(), kind);
    return true;
}

void ZergPlan::defend()
{
    auto everybody = m_world.army(2);
    const auto queens = m_world.all(2, Kind::Queen);
    everybody.insert(everybody.end(), queens.begin(), queens.end());
    m_hands.lookAt(naturalBase(2));
    sendArmy(everybody, naturalBase(2) - glm::dvec2(4.0, 0.0), true);
}

bool ZergPlan::onTime()
{
    int step = 0;
    if (due(step++, 70)) {
        m_hands.lookAt(mainBase(2));
        m_hands.saveCamera(0);
        m_hands.say(QStringLiteral("you too, have fun"));
        return true;
    }
    if (due(step++, 120))
        return scoutWith(m_world.nearest(m_world.all(2, Kind::Overlord), frontOf(2)));
    if (due(step++, m_course.raid)) {
        auto lings = m_world.all(2, Kind::Zergling);
        if (lings.size() > RaidZerglings)
            lings.resize(RaidZerglings);
        m_hands.lookAt(frontOf(2));
        sendArmy(lings, naturalBase(1), true);
        return true;
    }
    if (due(step++, m_course.raid + 200)) {
        m_hands.lookAt(naturalBase(1));
        m_hands.aimAnew(naturalBase(1) + glm::dvec2(2.0, 1.0));
        return true;
    }
    if (due(step++, m_course.raidEnds)) {
        sendArmy(m_world.army(2), frontOf(2), false);
        return true;
    }
    for (const std::uint32_t after : {200U, 420U}) {
        if (due(step++, m_course.push + after)) {
            defend();
            return true;
        }
    }
    if (due(step++, m_course.pushEnds + 100)) {
        sendArmy(m_world.army(2), frontOf(2), true);
        return true;
    }
    for (const std::uint32_t after : {200U, 400U, 640U}) {
        if (due(step++, m_course.lastPush + after)) {
            defend();
            return true;
        }
    }
    if (due(step++, m_course.leave - 70)) {
        m_hands.say(QStringLiteral("gg"));
        return true;
    }
    return false;
}

bool ZergPlan::inject()
{
    constexpr std::uint32_t Every = 700;
    const auto queens = m_world.all(2, Kind::Queen);
    if (queens.empty() || m_world.loop() < m_injected + Every)
        return false;
    m_injected = m_world.loop();
    for (const Kind kind : {Kind::Hatchery, Kind::Lair}) {
        for (const UnitNumber hall : m_world.all(2, kind)) {
            const UnitNumber queen = m_world.nearest(queens, m_world.unit(hall).at);
            if (glm::distance(m_world.unit(queen).at, m_world.unit(hall).at) > 8.0)
                continue;
            m_hands.lookAt(m_world.unit(hall).at);
            m_hands.select({queen});
            m_hands.commandUnit(ability::SpawnLarva, hall);
            m_world.inject(hall);
        }
    }
    return true;
}

bool ZergPlan::buildOrder()
{
    const int supply = m_world.halfSupplyUsed(2) / 2;
    const auto have = [this](Kind kind) {
        return m_world.count(2, kind, false) + m_world.onTheWay(2, kind) -
               (m_world.count(2, kind, false) - m_world.count(2, kind));
    };
    const int bases = have(Kind::Hatchery) + m_world.count(2, Kind::Lair);
    // One more overlord before there is no room.
    const int room = m_world.supplyMade(2) + 8 * m_world.onTheWay(2, Kind::Overlord) - supply;
    if (supply >= 13 && room < (supply > 30 ? 8 : 2))
        return morphLarva(Kind::Overlord);
    if (supply >= 16 && bases < 2)
        return m_world.affords(2, Kind::Drone) && m_world.purse(2).minerals > 200.0 &&
               sendToBuild(Kind::Hatchery, naturalBase(2));
    if (supply >= 17 && bases >= 2 && have(Kind::Pool) == 0)
        return buildNext(Kind::Pool);
    if (supply >= 17 && have(Kind::Pool) > 0 && have(Kind::Extractor) == 0)
        return buildGas(Kind::Extractor);
    if (fillGas(Kind::Extractor, Kind::Drone))
        return true;
    if (m_world.count(2, Kind::Pool) == 0)
        return false;
    std::vector<UnitNumber> halls = m_world.all(2, Kind::Hatchery);
    const auto lairs = m_world.all(2, Kind::Lair);
    halls.insert(halls.end(), lairs.begin(), lairs.end());
    if (m_world.count(2, Kind::Queen) + m_world.onTheWay(2, Kind::Queen) < 3 && train(halls, Kind::Queen))
        return true;
    const auto pools = m_world.all(2, Kind::Pool);
    if (m_world.purse(2).gas >= 100.0 && m_world.purse(2).minerals >= 100.0 && due(40, 0)) {
        m_hands.select(pools);
        m_hands.command(ability::MetabolicBoost);
        m_world.research(pools.front(), "zerglingmovementspeed", 100, 100, ResearchLoops);
        return true;
    }
    if (m_world.loop() > 4600 && bases < 3)
        return m_world.affords(2, Kind::Hatchery) && sendToBuild(Kind::Hatchery, turned({62.5, 98.5}));
    if (m_world.loop() > 3600 && have(Kind::Warren) == 0)
        return buildNext(Kind::Warren);
    if (m_world.loop() > 3000 && have(Kind::Extractor) < 2)
        return buildGas(Kind::Extractor);
    if (m_world.loop() > 4200 && have(Kind::Spine) == 0 && m_world.affords(2, Kind::Spine))
        return sendToBuild(Kind::Spine, naturalBase(2) + glm::dvec2(-7.0, 2.0));
    if (m_world.loop() > 5400 && m_world.count(2, Kind::Lair) + m_world.onTheWay(2, Kind::Lair) == 0 &&
        !halls.empty() && idle(halls.front()) && m_world.affords(2, Kind::Lair)) {
        m_hands.select({halls.front()});
        m_hands.command(ability::ToLair);
        m_world.morph(halls.front(), Kind::Lair);
        return true;
    }
    return false;
}

bool ZergPlan::grow()
{
    const int workers = m_world.count(2, Kind::Drone) + m_world.onTheWay(2, Kind::Drone);
    const bool pool = m_world.count(2, Kind::Pool) > 0;
    const int lings = m_world.count(2, Kind::Zergling) + 2 * m_world.onTheWay(2, Kind::Zergling);
    const bool saving = (m_world.halfSupplyUsed(2) >= 32 && m_world.count(2, Kind::Hatchery, false) < 2) ||
                        (m_world.halfSupplyUsed(2) >= 34 && m_world.count(2, Kind::Pool, false) == 0);
    // From the last attack on it is too late for more than drones.
    const bool late = m_world.loop() > m_course.lastPush + 200;
    if (pool && !late && lings < RaidZerglings)
        return morphLarva(Kind::Zergling);
    if (!late && m_world.count(2, Kind::Warren) > 0 && m_world.army(2).size() < 8 + m_world.loop() / 600)
        return morphLarva(m_world.purse(2).gas >= 25.0 ? Kind::Roach : Kind::Zergling);
    if (workers < MostWorkers && !saving)
        return morphLarva(Kind::Drone);
    return pool && !late && m_world.army(2).size() < 10 + m_world.loop() / 500 && morphLarva(Kind::Zergling);
}

} // namespace ghostline::sc2::ladder
