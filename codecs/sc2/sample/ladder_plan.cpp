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
    : m_world(world), m_hands(hands), m_course(course), m_random(seed), m_player(hands.player()),
      m_worker(hands.player() == 1 ? Kind::Scv : Kind::Drone), m_interest(mainBase(hands.player()))
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
    const Unit& unit = m_world.unit(number);
    return unit.finished && unit.making == Kind::Count && unit.researching.empty();
}

bool Plan::sendToBuild(Kind kind, const glm::dvec2& at)
{
    std::vector<UnitNumber> free;
    for (const UnitNumber each : m_world.all(m_player, m_worker)) {
        if (m_world.unit(each).task == Task::Mine)
            free.push_back(each);
    }
    const UnitNumber worker = m_world.nearest(free, at);
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
    if (!m_world.affords(m_player, kind) || !sendToBuild(kind, buildingPlace(m_player, m_placed)))
        return false;
    ++m_placed;
    return true;
}

bool Plan::buildGas(Kind kind)
{
    const UnitNumber geyser = m_world.freeGeyser(m_player);
    return geyser != Nobody && m_world.affords(m_player, kind) && sendToBuild(kind, m_world.unit(geyser).at);
}

bool Plan::train(const std::vector<UnitNumber>& producers, Kind kind)
{
    for (const UnitNumber each : producers) {
        if (!idle(each) || !m_world.affords(m_player, kind) || !m_world.hasRoom(m_player, kind))
            continue;
        if (m_random.chance(0.4))
            m_hands.lookAt(m_world.unit(each).at);
        m_hands.select({each});
        m_hands.command(abilityFor(kind));
        m_world.make(each, kind);
        return true;
    }
    return false;
}

bool Plan::fillGas(Kind structure, Kind worker)
{
    for (const UnitNumber each : m_world.all(m_player, structure)) {
        int here = 0;
        std::vector<UnitNumber> free;
        for (const UnitNumber one : m_world.all(m_player, worker)) {
            const Unit& unit = m_world.unit(one);
            here += unit.task == Task::Gas && unit.target == each ? 1 : 0;
            if (unit.task == Task::Mine)
                free.push_back(one);
        }
        const UnitNumber next = m_world.nearest(free, m_world.unit(each).at);
        if (here >= WorkersAtGas || next == Nobody)
            continue;
        m_hands.lookAt(m_world.unit(each).at);
        m_hands.select({next});
        m_hands.rightClick(each);
        m_world.order(next, Task::Gas, m_world.unit(each).at, each);
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
    m_hands.lookAt(m_world.unit(who).at);
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

} // namespace ghostline::sc2::ladder
