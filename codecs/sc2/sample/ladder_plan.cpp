// SPDX-License-Identifier: GPL-3.0-or-later
// What both races do alike.
#include "codecs/sc2/sample/ladder_plan.h"

#include <cmath>

namespace ghostline::sc2::ladder {

namespace {

constexpr int FirstPauses = 2;
constexpr int Pauses = 9; ///< loops between two things a person does, at least
constexpr int WorkersAtGas = 3;

} // namespace

Plan::Plan(World& world, Hands& hands, const Course& course, std::uint64_t seed)
    : m_world(world), m_roster(world.roster()), m_hands(hands), m_course(course), m_random(seed),
      m_player(hands.player()), m_worker(hands.player() == 1 ? Kind::Scv : Kind::Drone),
      m_interest(mainBase(hands.player()))
{
}

bool Plan::due(int number, std::uint32_t loop)
{
    const std::uint64_t bit = std::uint64_t{1} << number;
    if (m_world.loop() < loop || (m_did & bit) != 0)
        return false;
    m_did |= bit;
    return true;
}

void Plan::think()
{
    const std::uint32_t now = m_world.loop();
    if (now < m_busyUntil)
        return;
    if (!act())
        fidget();
    m_busyUntil = now + static_cast<std::uint32_t>(FirstPauses + m_random.below(Pauses));
}

bool Plan::idle(UnitNumber number) const
{
    const Unit& unit = m_roster.unit(number);
    return unit.finished && unit.making == Kind::Count && unit.researching.empty();
}

bool Plan::sendToBuild(Kind kind, const glm::dvec2& at)
{
    std::vector<UnitNumber> free;
    for (const UnitNumber each : m_roster.all(m_player, m_worker)) {
        if (m_roster.unit(each).task == Task::Mine)
            free.push_back(each);
    }
    const UnitNumber worker = m_roster.nearest(free, at);
    if (worker == Nobody)
        return false;
    m_hands.lookAt(at);
    m_hands.select({worker});
    m_hands.commandPoint(abilityFor(kind), at);
    m_world.build(worker, kind, at);
    m_interest = at;
    return true;
}

bool Plan::buildNext(Kind kind)
{
    if (!m_roster.affords(m_player, kind) || !sendToBuild(kind, buildingPlace(m_player, m_placed)))
        return false;
    ++m_placed;
    return true;
}

bool Plan::buildGas(Kind kind)
{
    const UnitNumber geyser = m_roster.freeGeyser(m_player);
    return geyser != Nobody && m_roster.affords(m_player, kind) &&
           sendToBuild(kind, m_roster.unit(geyser).at);
}

bool Plan::train(const std::vector<UnitNumber>& producers, Kind kind)
{
    for (const UnitNumber each : producers) {
        if (!idle(each) || !m_roster.affords(m_player, kind) || !m_roster.hasRoom(m_player, kind))
            continue;
        if (m_random.chance(0.4))
            m_hands.lookAt(m_roster.unit(each).at);
        m_hands.select({each});
        m_hands.command(abilityFor(kind));
        m_world.make(each, kind);
        return true;
    }
    return false;
}

bool Plan::morphFirst(const std::vector<UnitNumber>& halls, Kind kind, const Ability& what)
{
    if (halls.empty() || !idle(halls.front()) || !m_roster.affords(m_player, kind))
        return false;
    m_hands.select({halls.front()});
    m_hands.command(what);
    m_world.morph(halls.front(), kind);
    return true;
}

bool Plan::fillGas(Kind structure, Kind worker)
{
    for (const UnitNumber each : m_roster.all(m_player, structure)) {
        int here = 0;
        std::vector<UnitNumber> free;
        for (const UnitNumber one : m_roster.all(m_player, worker)) {
            const Unit& unit = m_roster.unit(one);
            here += unit.task == Task::Gas && unit.target == each ? 1 : 0;
            if (unit.task == Task::Mine)
                free.push_back(one);
        }
        const UnitNumber next = m_roster.nearest(free, m_roster.unit(each).at);
        if (here >= WorkersAtGas || next == Nobody)
            continue;
        m_hands.lookAt(m_roster.unit(each).at);
        m_hands.select({next});
        m_hands.rightClick(each);
        m_world.order(next, Task::Gas, m_roster.unit(each).at, each);
        return true;
    }
    return false;
}

void Plan::sendArmy(const std::vector<UnitNumber>& army, const glm::dvec2& at, bool attacking)
{
    if (army.empty())
        return;
    m_hands.select(army);
    m_hands.setGroup(1);
    if (attacking)
        m_hands.commandPoint(ability::Attack, at);
    else
        m_hands.rightClick(at);
    for (std::size_t i = 0; i < army.size(); ++i) {
        // A spiral, so that they do not all stand on one spot.
        const double turn = 2.4 * static_cast<double>(i);
        const double out = 0.7 * std::sqrt(static_cast<double>(i));
        m_world.order(army[i], attacking ? Task::Attack : Task::Move,
                      at + glm::dvec2(std::cos(turn), std::sin(turn)) * out);
    }
    m_interest = at;
}

bool Plan::scoutWith(UnitNumber who)
{
    if (who == Nobody)
        return false;
    const int other = 3 - m_player;
    m_hands.lookAt(m_roster.unit(who).at);
    m_hands.select({who});
    m_hands.setGroup(9);
    m_hands.commandPoint(ability::Move, naturalBase(other));
    m_hands.commandPoint(ability::Move, mainBase(other) + glm::dvec2(m_player == 1 ? -8.0 : 8.0, 6.0), true);
    m_world.order(who, Task::Move, mainBase(other) + glm::dvec2(m_player == 1 ? -8.0 : 8.0, 6.0));
    return true;
}

void Plan::fidget()
{
    // Two drawn one after the other, whichever way it goes.
    const double what = m_random.unit();
    const double x = m_random.between(-4.0, 4.0);
    const double y = m_random.between(-4.0, 4.0);
    if (what < 0.55)
        m_hands.drift(m_interest + glm::dvec2(x, y));
    else if (what < 0.65)
        m_hands.recallGroup(4);
    else if (what < 0.75)
        m_hands.recallGroup(1);
    else if (what < 0.85)
        m_hands.lookAt(mainBase(m_player) + glm::dvec2(x, y));
}

// The plan of the Terran player.

namespace {

constexpr int MostScvs = 36;
constexpr std::uint32_t TerranResearchLoops = 1600;
constexpr std::uint32_t StimpackLoops = 176;

} // namespace

bool TerranPlan::act() { return onTime() || buildOrder() || grow(); }

void TerranPlan::siege(bool down)
{
    const auto tanks = m_roster.all(m_player, down ? Kind::Tank : Kind::TankSieged);
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
        return scoutWith(m_roster.nearest(m_roster.all(1, Kind::Scv), frontOf(1)));
    if (due(step++, m_course.raid - 300)) {
        m_hands.lookAt(frontOf(1));
        m_hands.saveCamera(1);
        m_hands.ping(frontOf(1));
        return true;
    }
    if (due(step++, m_course.raid + 340)) {
        m_hands.lookAt(frontOf(1));
        sendArmy(m_roster.army(1), naturalBase(1) + glm::dvec2(4.0, 0.0), true);
        return true;
    }
    if (due(step++, m_course.push)) {
        m_hands.lookAt(frontOf(1));
        sendArmy(m_roster.army(1), theirNatural, true);
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
        sendArmy(m_roster.army(1), frontOf(1), false);
        return true;
    }
    if (due(step++, m_course.pushEnds + 420)) {
        sendArmy(m_roster.army(1), frontOf(1), true);
        return true;
    }
    if (due(step++, m_course.lastPush)) {
        m_hands.lookAt(frontOf(1));
        sendArmy(m_roster.army(1), theirNatural, true);
        return true;
    }
    if (due(step++, m_course.lastPush + 300)) {
        m_hands.lookAt(theirNatural - glm::dvec2(6.0, 0.0));
        const auto marines = m_roster.all(1, Kind::Marine);
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
            sendArmy(m_roster.army(1), mainBase(2) + glm::dvec2(-3.0, 5.0), true);
            m_hands.repeat();
            return true;
        }
    }
    return false;
}

bool TerranPlan::buildOrder()
{
    const auto missing = [this](Kind kind, int wanted) { return have(kind) < wanted; };
    const int supply = m_roster.halfSupplyUsed(1) / 2;
    const int depots = m_roster.count(1, Kind::Depot, false) + m_roster.count(1, Kind::DepotLowered, false);
    const bool barracks = m_roster.count(1, Kind::Barracks) > 0;
    const bool barracksBegun = m_roster.count(1, Kind::Barracks, false) > 0;
    if (supply >= 14 && depots == 0 && missing(Kind::Depot, 1))
        return buildNext(Kind::Depot);
    if (due(40, 880) && !m_roster.all(1, Kind::Depot).empty()) {
        const auto first = m_roster.all(1, Kind::Depot);
        m_hands.select(first);
        m_hands.command(ability::LowerDepot);
        m_world.turnInto(first.front(), Kind::DepotLowered);
        return true;
    }
    if (supply >= 16 && depots > 0 && missing(Kind::Barracks, 1) && m_roster.supplyMade(1) > 15)
        return buildNext(Kind::Barracks);
    if (supply >= 16 && missing(Kind::Refinery, 1) && m_roster.count(1, Kind::Barracks, false) > 0)
        return buildGas(Kind::Refinery);
    if (fillGas(Kind::Refinery, Kind::Scv))
        return true;
    const auto halls = m_roster.all(1, Kind::CommandCenter);
    const int bases = m_roster.count(1, Kind::CommandCenter, false) + m_roster.count(1, Kind::Orbital);
    if (supply >= 18 && bases == 1 && barracksBegun &&
        missing(Kind::CommandCenter, 1 + static_cast<int>(halls.size())))
        return m_roster.affords(1, Kind::CommandCenter) && sendToBuild(Kind::CommandCenter, naturalBase(1));
    if (barracks && m_roster.count(1, Kind::Orbital) == 0 &&
        morphFirst(halls, Kind::Orbital, ability::ToOrbital))
        return true;
    const auto producers = m_roster.all(1, Kind::Barracks);
    const int addOns =
        m_roster.count(1, Kind::BarracksReactor, false) + m_roster.count(1, Kind::BarracksLab, false);
    if (bases == 2 && addOns == 0 && train(producers, Kind::BarracksReactor))
        return true;
    if (bases == 2 && missing(Kind::Factory, 1) && addOns > 0)
        return buildNext(Kind::Factory);
    if (m_roster.count(1, Kind::Factory) > 0 && m_roster.count(1, Kind::FactoryLab, false) == 0 &&
        train(m_roster.all(1, Kind::Factory), Kind::FactoryLab))
        return true;
    if (m_roster.count(1, Kind::Factory, false) > 0 && missing(Kind::Barracks, 3) &&
        m_roster.affords(1, Kind::Barracks))
        return buildNext(Kind::Barracks);
    if (producers.size() >= 2 && m_roster.count(1, Kind::BarracksLab, false) == 0 &&
        train({producers[1]}, Kind::BarracksLab))
        return true;
    const auto labs = m_roster.all(1, Kind::BarracksLab);
    if (!labs.empty() && m_roster.purse(1).gas >= 100.0 && m_roster.purse(1).minerals >= 100.0 &&
        due(41, 0)) {
        m_hands.select({labs.front()});
        m_hands.command(ability::ResearchStimpack);
        m_world.research(labs.front(), "Stimpack", 100, 100, TerranResearchLoops);
        return true;
    }
    if (m_world.loop() > 4000 && m_roster.purse(1).minerals > 250.0 && missing(Kind::Barracks, 6))
        return buildNext(Kind::Barracks);
    if (producers.size() >= 3 && missing(Kind::Refinery, 2) && m_roster.purse(1).minerals > 150.0)
        return buildGas(Kind::Refinery);
    // Supply runs out: one more depot, later two at a time.
    const int ahead = m_roster.supplyMade(1) + 8 * m_roster.onTheWay(1, Kind::Depot) - supply;
    if (depots > 0 && supply >= 19 && ahead < (producers.size() >= 3 ? 12 : 5) &&
        m_roster.supplyMade(1) < 200)
        return buildNext(Kind::Depot);
    return false;
}

bool TerranPlan::grow()
{
    std::vector<UnitNumber> halls = m_roster.all(1, Kind::Orbital);
    const auto plain = m_roster.all(1, Kind::CommandCenter);
    halls.insert(halls.end(), plain.begin(), plain.end());
    const int workers = m_roster.count(1, Kind::Scv);
    // Money for what the build order waits for is left alone.
    const bool saving = m_roster.count(1, Kind::Barracks, false) == 0 && m_roster.halfSupplyUsed(1) >= 32;
    if (workers < MostScvs && !saving && train(halls, Kind::Scv)) {
        if (m_random.chance(0.3)) {
            m_hands.setGroup(5);
            m_hands.repeat();
        }
        return true;
    }
    const bool expanding =
        m_roster.count(1, Kind::CommandCenter, false) + m_roster.count(1, Kind::Orbital) < 2;
    if (m_roster.count(1, Kind::FactoryLab) > 0 && train(m_roster.all(1, Kind::Factory), Kind::Tank))
        return true;
    if ((!expanding || m_roster.count(1, Kind::Marine) < 1) &&
        train(m_roster.all(1, Kind::Barracks), Kind::Marine)) {
        if (m_random.chance(0.3))
            m_hands.setGroup(4);
        return true;
    }
    return false;
}

// The plan of the Zerg player.

namespace {

constexpr int MostDrones = 38;
constexpr std::uint32_t ZergResearchLoops = 1760;
constexpr int RaidZerglings = 8;

} // namespace

bool ZergPlan::act() { return onTime() || buildOrder() || inject() || grow(); }

void ZergPlan::defend()
{
    auto everybody = m_roster.army(2);
    const auto queens = m_roster.all(2, Kind::Queen);
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
        return scoutWith(m_roster.nearest(m_roster.all(2, Kind::Overlord), frontOf(2)));
    if (due(step++, m_course.raid)) {
        auto lings = m_roster.all(2, Kind::Zergling);
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
        sendArmy(m_roster.army(2), frontOf(2), false);
        return true;
    }
    for (const std::uint32_t after : {200U, 420U}) {
        if (due(step++, m_course.push + after)) {
            defend();
            return true;
        }
    }
    if (due(step++, m_course.pushEnds + 100)) {
        sendArmy(m_roster.army(2), frontOf(2), true);
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
    const auto queens = m_roster.all(2, Kind::Queen);
    if (queens.empty() || m_world.loop() < m_injected + Every)
        return false;
    m_injected = m_world.loop();
    for (const Kind kind : {Kind::Hatchery, Kind::Lair}) {
        for (const UnitNumber hall : m_roster.all(2, kind)) {
            const UnitNumber queen = m_roster.nearest(queens, m_roster.unit(hall).at);
            if (glm::distance(m_roster.unit(queen).at, m_roster.unit(hall).at) > 8.0)
                continue;
            m_hands.lookAt(m_roster.unit(hall).at);
            m_hands.select({queen});
            m_hands.commandUnit(ability::SpawnLarva, hall);
            m_world.inject(hall);
        }
    }
    return true;
}

bool ZergPlan::buildOrder()
{
    const int supply = m_roster.halfSupplyUsed(2) / 2;
    const int bases = have(Kind::Hatchery) + m_roster.count(2, Kind::Lair);
    // One more overlord before there is no room.
    const int room = m_roster.supplyMade(2) + 8 * m_roster.onTheWay(2, Kind::Overlord) - supply;
    if (supply >= 13 && room < (supply > 30 ? 8 : 2))
        return morphLarva(Kind::Overlord);
    if (supply >= 16 && bases < 2)
        return m_roster.affords(2, Kind::Drone) && m_roster.purse(2).minerals > 200.0 &&
               sendToBuild(Kind::Hatchery, naturalBase(2));
    if (supply >= 17 && bases >= 2 && have(Kind::Pool) == 0)
        return buildNext(Kind::Pool);
    if (supply >= 17 && have(Kind::Pool) > 0 && have(Kind::Extractor) == 0)
        return buildGas(Kind::Extractor);
    if (fillGas(Kind::Extractor, Kind::Drone))
        return true;
    if (m_roster.count(2, Kind::Pool) == 0)
        return false;
    std::vector<UnitNumber> halls = m_roster.all(2, Kind::Hatchery);
    const auto lairs = m_roster.all(2, Kind::Lair);
    halls.insert(halls.end(), lairs.begin(), lairs.end());
    if (have(Kind::Queen) < 3 && train(halls, Kind::Queen))
        return true;
    const auto pools = m_roster.all(2, Kind::Pool);
    if (m_roster.purse(2).gas >= 100.0 && m_roster.purse(2).minerals >= 100.0 && due(40, 0)) {
        m_hands.select(pools);
        m_hands.command(ability::MetabolicBoost);
        m_world.research(pools.front(), "zerglingmovementspeed", 100, 100, ZergResearchLoops);
        return true;
    }
    if (m_world.loop() > 4600 && bases < 3)
        return m_roster.affords(2, Kind::Hatchery) && sendToBuild(Kind::Hatchery, turned({62.5, 98.5}));
    if (m_world.loop() > 3600 && have(Kind::Warren) == 0)
        return buildNext(Kind::Warren);
    if (m_world.loop() > 3000 && have(Kind::Extractor) < 2)
        return buildGas(Kind::Extractor);
    if (m_world.loop() > 4200 && have(Kind::Spine) == 0 && m_roster.affords(2, Kind::Spine))
        return sendToBuild(Kind::Spine, naturalBase(2) + glm::dvec2(-7.0, 2.0));
    return m_world.loop() > 5400 && have(Kind::Lair) == 0 && morphFirst(halls, Kind::Lair, ability::ToLair);
}

bool ZergPlan::grow()
{
    const int workers = have(Kind::Drone);
    const bool pool = m_roster.count(2, Kind::Pool) > 0;
    const int lings = m_roster.count(2, Kind::Zergling) + 2 * m_roster.onTheWay(2, Kind::Zergling);
    const bool saving = (m_roster.halfSupplyUsed(2) >= 32 && m_roster.count(2, Kind::Hatchery, false) < 2) ||
                        (m_roster.halfSupplyUsed(2) >= 34 && m_roster.count(2, Kind::Pool, false) == 0);
    // From the last attack on it is too late for more than drones.
    const bool late = m_world.loop() > m_course.lastPush + 200;
    if (pool && !late && lings < RaidZerglings)
        return morphLarva(Kind::Zergling);
    if (!late && m_roster.count(2, Kind::Warren) > 0 && m_roster.army(2).size() < 8 + m_world.loop() / 600)
        return morphLarva(m_roster.purse(2).gas >= 25.0 ? Kind::Roach : Kind::Zergling);
    if (workers < MostDrones && !saving)
        return morphLarva(Kind::Drone);
    return pool && !late && m_roster.army(2).size() < 10 + m_world.loop() / 500 && morphLarva(Kind::Zergling);
}

} // namespace ghostline::sc2::ladder
