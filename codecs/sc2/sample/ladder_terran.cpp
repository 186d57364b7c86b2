// SPDX-License-Identifier: GPL-3.0-or-later
// The plan of the Terran player.
#include "codecs/sc2/sample/ladder_plan.h"

namespace ghostline::sc2::ladder {

namespace {

constexpr int MostWorkers = 36;
constexpr std::uint32_t ResearchLoops = 1600;
constexpr std::uint32_t StimpackLoops = 176;

} // namespace

bool TerranPlan::act() { return onTime() || buildOrder() || grow(); }

void TerranPlan::siege(bool down)
{
    const auto tanks = m_world.all(m_player, down ? Kind::Tank : Kind::TankSieged);
    if (tanks.empty())
        return;
    m_hands.select(tanks);
    m_hands.command(down ? ability::Siege : ability::Unsiege);
    for (const UnitNumber tank : tanks)
        m_world.turnInto(tank, down ? Kind::TankSieged : Kind::Tank);
}

bool TerranPlan::onTime()
{
    int step = 0;
    const glm::dvec2 theirNatural = naturalBase(2);
    if (due(step++, 40)) {
        m_hands.lookAt(mainBase(1));
        m_hands.saveCamera(0);
        m_hands.say(QStringLiteral("gl hf"));
        return true;
    }
    if (due(step++, m_course.scout))
        return scoutWith(m_world.nearest(m_world.all(1, Kind::Scv), frontOf(1)));
    if (due(step++, m_course.raid - 300)) {
        m_hands.lookAt(frontOf(1));
        m_hands.saveCamera(1);
        m_hands.ping(frontOf(1));
        return true;
    }
    if (due(step++, m_course.raid + 340)) {
        m_hands.lookAt(frontOf(1));
        sendArmy(m_world.army(1), naturalBase(1) + glm::dvec2(4.0, 0.0), true);
        return true;
    }
    if (due(step++, m_course.push)) {
        m_hands.lookAt(frontOf(1));
        sendArmy(m_world.army(1), theirNatural, true);
        m_hands.aimAnew(theirNatural + glm::dvec2(1.0, 1.0));
        return true;
    }
    if (due(step++, m_course.push + 260)) {
        m_hands.lookAt(theirNatural - glm::dvec2(9.0, -1.0));
        siege(true);
        return true;
    }
    if (due(step++, m_course.pushEnds)) {
        siege(false);
        sendArmy(m_world.army(1), frontOf(1), false);
        return true;
    }
    if (due(step++, m_course.pushEnds + 420)) {
        sendArmy(m_world.army(1), frontOf(1), true);
        return true;
    }
    if (due(step++, m_course.lastPush)) {
        m_hands.lookAt(frontOf(1));
        sendArmy(m_world.army(1), theirNatural, true);
        return true;
    }
    if (due(step++, m_course.lastPush + 300)) {
        m_hands.lookAt(theirNatural - glm::dvec2(6.0, 0.0));
        const auto marines = m_world.all(1, Kind::Marine);
        m_hands.select(marines);
        m_hands.command(ability::Stimpack);
        for (const UnitNumber marine : marines)
            m_world.boost(marine, StimpackLoops);
        return true;
    }
    for (const bool down : {true, false}) {
        if (due(step++, m_course.lastPush + (down ? 320 : 680))) {
            siege(down);
            return true;
        }
    }
    for (const std::uint32_t after : {700U, 950U, 1150U}) { // whoever came later follows
        if (due(step++, m_course.lastPush + after)) {
            m_hands.lookAt(theirNatural);
            sendArmy(m_world.army(1), mainBase(2) + glm::dvec2(-3.0, 5.0), true);
            m_hands.repeat();
            return true;
        }
    }
    return false;
}

bool TerranPlan::buildOrder()
{
    const auto missing = [this](Kind kind, int wanted) {
        return m_world.count(1, kind, false) +
                   (m_world.onTheWay(1, kind) - (m_world.count(1, kind, false) - m_world.count(1, kind))) <
               wanted;
    };
    const int supply = m_world.halfSupplyUsed(1) / 2;
    const int depots = m_world.count(1, Kind::Depot, false) + m_world.count(1, Kind::DepotLowered, false);
    const bool barracks = m_world.count(1, Kind::Barracks) > 0;
    const bool barracksBegun = m_world.count(1, Kind::Barracks, false) > 0;
    if (supply >= 14 && depots == 0 && missing(Kind::Depot, 1))
        return buildNext(Kind::Depot);
    if (due(40, 880) && !m_world.all(1, Kind::Depot).empty()) {
        const auto first = m_world.all(1, Kind::Depot);
        m_hands.select(first);
        m_hands.command(ability::LowerDepot);
        m_world.turnInto(first.front(), Kind::DepotLowered);
        return true;
    }
    if (supply >= 16 && depots > 0 && missing(Kind::Barracks, 1) && m_world.supplyMade(1) > 15)
        return buildNext(Kind::Barracks);
    if (supply >= 16 && missing(Kind::Refinery, 1) && m_world.count(1, Kind::Barracks, false) > 0)
        return buildGas(Kind::Refinery);
    if (fillGas(Kind::Refinery, Kind::Scv))
        return true;
    const auto halls = m_world.all(1, Kind::CommandCenter);
    const int bases = m_world.count(1, Kind::CommandCenter, false) + m_world.count(1, Kind::Orbital);
    if (supply >= 18 && bases == 1 && barracksBegun &&
        missing(Kind::CommandCenter, 1 + static_cast<int>(halls.size())))
        return m_world.affords(1, Kind::CommandCenter) && sendToBuild(Kind::CommandCenter, naturalBase(1));
    if (barracks && !halls.empty() && m_world.count(1, Kind::Orbital) == 0 && idle(halls.front()) &&
        m_world.affords(1, Kind::Orbital)) {
        m_hands.select({halls.front()});
        m_hands.command(ability::ToOrbital);
        m_world.morph(halls.front(), Kind::Orbital);
        return true;
    }
    const auto producers = m_world.all(1, Kind::Barracks);
    const int addOns =
        m_world.count(1, Kind::BarracksReactor, false) + m_world.count(1, Kind::BarracksLab, false);
    if (bases == 2 && addOns == 0 && train(producers, Kind::BarracksReactor))
        return true;
    if (bases == 2 && missing(Kind::Factory, 1) && addOns > 0)
        return buildNext(Kind::Factory);
    if (m_world.count(1, Kind::Factory) > 0 && m_world.count(1, Kind::FactoryLab, false) == 0 &&
        train(m_world.all(1, Kind::Factory), Kind::FactoryLab))
        return true;
    if (m_world.count(1, Kind::Factory, false) > 0 && missing(Kind::Barracks, 3) &&
        m_world.affords(1, Kind::Barracks))
        return buildNext(Kind::Barracks);
    if (producers.size() >= 2 && m_world.count(1, Kind::BarracksLab, false) == 0 &&
        train({producers[1]}, Kind::BarracksLab))
        return true;
    const auto labs = m_world.all(1, Kind::BarracksLab);
    if (!labs.empty() && m_world.purse(1).gas >= 100.0 && m_world.purse(1).minerals >= 100.0 && due(41, 0)) {
        m_hands.select({labs.front()});
        m_hands.command(ability::ResearchStimpack);
        m_world.research(labs.front(), "Stimpack", 100, 100, ResearchLoops);
        return true;
    }
    if (m_world.loop() > 4000 && m_world.purse(1).minerals > 250.0 && missing(Kind::Barracks, 6))
        return buildNext(Kind::Barracks);
    if (producers.size() >= 3 && missing(Kind::Refinery, 2) && m_world.purse(1).minerals > 150.0)
        return buildGas(Kind::Refinery);
    // Supply runs out: one more depot, later two at a time.
    const int ahead = m_world.supplyMade(1) + 8 * m_world.onTheWay(1, Kind::Depot) - supply;
    if (depots > 0 && supply >= 19 && ahead < (producers.size() >= 3 ? 12 : 5) && m_world.supplyMade(1) < 200)
        return buildNext(Kind::Depot);
    return false;
}

bool TerranPlan::grow()
{
    std::vector<UnitNumber> halls = m_world.all(1, Kind::Orbital);
    const auto plain = m_world.all(1, Kind::CommandCenter);
    halls.insert(halls.end(), plain.begin(), plain.end());
    const int workers = m_world.count(1, Kind::Scv);
    // Money for what the build order waits for is left alone.
    const bool saving = m_world.count(1, Kind::Barracks, false) == 0 && m_world.halfSupplyUsed(1) >= 32;
    if (workers < MostWorkers && !saving && train(halls, Kind::Scv)) {
        if (m_random.chance(0.3)) {
            m_hands.setGroup(5);
            m_hands.repeat();
        }
        return true;
    }
    const bool expanding = m_world.count(1, Kind::CommandCenter, false) + m_world.count(1, Kind::Orbital) < 2;
    if (m_world.count(1, Kind::FactoryLab) > 0 && train(m_world.all(1, Kind::Factory), Kind::Tank))
        return true;
    if ((!expanding || m_world.count(1, Kind::Marine) < 1) &&
        train(m_world.all(1, Kind::Barracks), Kind::Marine)) {
        if (m_random.chance(0.3))
            m_hands.setGroup(4);
        return true;
    }
    return false;
}

} // namespace ghostline::sc2::ladder
