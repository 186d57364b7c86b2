// SPDX-License-Identifier: GPL-3.0-or-later
// What is there and what it brings in: counts, supply, income, larvae, and the figures reported of them.
#include "codecs/sc2/sample/ladder_world.h"

#include <algorithm>
#include <cmath>

namespace ghostline::sc2::ladder {

namespace {

constexpr int WorkersABase = 16;
constexpr double MineralsAWorker = 0.046; ///< a loop
constexpr double MineralsCrowded = 0.02;
constexpr double GasAWorker = 0.042;
constexpr std::uint32_t LarvaEvery = 176;
constexpr int LarvaeABase = 3;
constexpr double BaseReach = 12.0;
constexpr double LoopsOfRate = 960.0;
constexpr int FoodUnit = 4096;

} // namespace

std::vector<UnitNumber> World::all(int player, Kind kind, bool finishedOnly) const
{
    std::vector<UnitNumber> out;
    for (std::size_t i = 0; i < m_units.size(); ++i) {
        const Unit& each = m_units[i];
        if (each.alive && each.player == player && each.kind == kind && (each.finished || !finishedOnly))
            out.push_back(static_cast<UnitNumber>(i));
    }
    return out;
}

std::vector<UnitNumber> World::army(int player) const
{
    std::vector<UnitNumber> out;
    for (std::size_t i = 0; i < m_units.size(); ++i) {
        const Unit& each = m_units[i];
        if (each.alive && each.player == player && isArmy(each.kind) && each.kind != Kind::Queen)
            out.push_back(static_cast<UnitNumber>(i));
    }
    return out;
}

int World::count(int player, Kind kind, bool finishedOnly) const
{
    return static_cast<int>(all(player, kind, finishedOnly).size());
}

int World::onTheWay(int player, Kind kind) const
{
    return static_cast<int>(std::count_if(m_units.begin(), m_units.end(), [&](const Unit& each) {
        return each.alive && each.player == player &&
               ((each.kind == kind && !each.finished) ||
                (each.making == kind && !(factsOf(kind).structure && each.task != Task::Build &&
                                          kind != Kind::Orbital && kind != Kind::Lair)));
    }));
}

int World::halfSupplyUsed(int player) const
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

int World::supplyMade(int player) const
{
    int made = 0;
    for (const Unit& each : m_units) {
        if (each.alive && each.finished && each.player == player)
            made += factsOf(each.kind).makesSupply;
    }
    return made;
}

bool World::has(int player, std::string_view upgrade) const
{
    const auto& list = purse(player).upgrades;
    return std::find(list.begin(), list.end(), upgrade) != list.end();
}

bool World::hasRoom(int player, Kind kind) const
{
    const int needs = factsOf(kind).halfSupply * (kind == Kind::Zergling ? 2 : 1);
    return needs == 0 || halfSupplyUsed(player) + needs <= supplyMade(player) * 2;
}

UnitNumber World::nearest(const std::vector<UnitNumber>& among, const glm::dvec2& at) const
{
    UnitNumber best = Nobody;
    for (const UnitNumber each : among) {
        if (best == Nobody || glm::distance(unit(each).at, at) < glm::distance(unit(best).at, at))
            best = each;
    }
    return best;
}

UnitNumber World::nearestNeutral(Kind kind, const glm::dvec2& at) const { return nearest(all(0, kind), at); }

UnitNumber World::freeGeyser(int player) const
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

void World::sendToWork(UnitNumber worker)
{
    // To the base with the most room for it.
    glm::dvec2 best = mainBase(unit(worker).player);
    int fewest = 1000;
    for (const Unit& hall : m_units) {
        if (!hall.alive || !hall.finished || hall.player != unit(worker).player || !isTownHall(hall.kind))
            continue;
        const auto here =
            static_cast<int>(std::count_if(m_units.begin(), m_units.end(), [&](const Unit& each) {
                return each.alive && each.task == Task::Mine && glm::distance(each.goal, hall.at) < BaseReach;
            }));
        if (here < fewest) {
            fewest = here;
            best = hall.at;
        }
    }
    const UnitNumber patch = nearestNeutral(worker % 2 == 0 ? Kind::Mineral : Kind::RichMineral, best);
    order(worker, Task::Mine, patch != Nobody ? unit(patch).at : best, patch);
}

void World::earn()
{
    for (const int player : {1, 2}) {
        Purse& purse = m_purses[static_cast<std::size_t>(player)];
        int halls = 0;
        int mining = 0;
        int gas = 0;
        for (const Unit& each : m_units) {
            if (!each.alive || each.player != player)
                continue;
            halls += isTownHall(each.kind) && each.finished ? 1 : 0;
            mining += each.task == Task::Mine ? 1 : 0;
            gas += each.task == Task::Gas && each.finished ? 1 : 0;
        }
        const int well = std::min(mining, WorkersABase * halls);
        const double minerals = well * MineralsAWorker + (mining - well) * MineralsCrowded;
        purse.minerals += minerals;
        purse.gas += gas * GasAWorker;
        purse.incomeMinerals = static_cast<int>(std::lround(minerals * LoopsOfRate));
        purse.incomeGas = static_cast<int>(std::lround(gas * GasAWorker * LoopsOfRate));
    }
}

void World::growLarvae()
{
    for (const Kind kind : {Kind::Hatchery, Kind::Lair}) {
        for (const UnitNumber hall : all(2, kind)) {
            const glm::dvec2 at = unit(hall).at;
            const auto larvae = all(2, Kind::Larva);
            const auto here = std::count_if(larvae.begin(), larvae.end(), [&](UnitNumber larva) {
                return glm::distance(unit(larva).at, at) < BaseReach;
            });
            if (here >= LarvaeABase)
                continue;
            const UnitNumber number =
                add(Kind::Larva, 2, at + glm::dvec2(static_cast<double>(here) - 1.0, -3.0));
            const Log::Creator mother{unit(hall).tag, ""};
            m_log.born(unit(number).tag, factsOf(Kind::Larva).name, 2, unit(number).at, &mother);
        }
    }
}

void World::step()
{
    m_fallen.clear();
    earn();
    if (loop() % LarvaEvery == 0)
        growLarvae();
    for (std::size_t i = 0; i < m_units.size(); ++i) {
        const auto number = static_cast<UnitNumber>(i);
        Unit& each = m_units[i];
        if (!each.alive)
            continue;
        const bool busy = !each.finished || each.making != Kind::Count || !each.researching.empty() ||
                          each.task == Task::Constructing;
        if (busy && each.task != Task::Build && each.readyAt == loop()) {
            finish(number);
            continue;
        }
        if (!each.finished || each.player == 0)
            continue;
        if (each.task == Task::Build && glm::distance(each.at, each.goal) < 0.5) {
            placeStructure(number);
            continue;
        }
        fight(number);
    }
}

void World::reportStats(int player)
{
    const Purse& purse = m_purses[static_cast<std::size_t>(player)];
    std::array<std::int32_t, StatCount> values{};
    const auto put = [&](Stat stat, int value) { values[static_cast<std::size_t>(stat)] += value; };
    put(Stat::Minerals, static_cast<int>(purse.minerals));
    put(Stat::Vespene, static_cast<int>(purse.gas));
    put(Stat::MineralsRate, purse.incomeMinerals);
    put(Stat::VespeneRate, purse.incomeGas);
    // Army, economy and technology lie side by side, as they do in Worth.
    const auto add = [&](Stat minerals, Stat gas, Worth worth, int itsMinerals, int itsGas) {
        const auto step = static_cast<std::size_t>(worth) - 1;
        values[static_cast<std::size_t>(minerals) + step] += itsMinerals;
        values[static_cast<std::size_t>(gas) + step] += itsGas;
    };
    for (const Unit& each : m_units) {
        if (!each.alive || each.player != player)
            continue;
        const KindFacts& facts = factsOf(each.kind);
        put(Stat::WorkersActive, isWorker(each.kind) ? 1 : 0);
        if (facts.worth != Worth::None && each.finished)
            add(Stat::MineralsUsedArmy, Stat::VespeneUsedArmy, facts.worth, facts.minerals, facts.gas);
        if (facts.worth != Worth::None && !each.finished)
            add(Stat::MineralsInProgressArmy, Stat::VespeneInProgressArmy, facts.worth, facts.minerals,
                facts.gas);
        if (each.making != Kind::Count && each.task != Task::Build && !factsOf(each.making).structure) {
            const KindFacts& made = factsOf(each.making);
            const int pieces = each.making == Kind::Zergling ? 2 : 1;
            add(Stat::MineralsInProgressArmy, Stat::VespeneInProgressArmy, made.worth, made.minerals * pieces,
                made.gas * pieces);
        }
        if (facts.worth == Worth::Army) {
            put(Stat::MineralsUsedActiveForces, facts.minerals);
            put(Stat::VespeneUsedActiveForces, facts.gas);
        }
    }
    for (const Worth worth : {Worth::Army, Worth::Economy, Worth::Technology}) {
        const auto& lost = purse.lost[static_cast<std::size_t>(worth)];
        const auto& killed = purse.killed[static_cast<std::size_t>(worth)];
        add(Stat::MineralsLostArmy, Stat::VespeneLostArmy, worth, lost[0], lost[1]);
        add(Stat::MineralsKilledArmy, Stat::VespeneKilledArmy, worth, killed[0], killed[1]);
    }
    put(Stat::FoodUsed, halfSupplyUsed(player) * (FoodUnit / 2));
    put(Stat::FoodMade, supplyMade(player) * FoodUnit);
    m_log.stats(player, values);
}

void World::reportPlaces()
{
    std::vector<Log::Place> places;
    for (Unit& each : m_units) {
        if (each.alive && each.touched)
            places.push_back({each.tag.index, each.at});
        each.touched = false;
    }
    std::sort(places.begin(), places.end(),
              [](const Log::Place& a, const Log::Place& b) { return a.index < b.index; });
    m_log.positions(places);
}

} // namespace ghostline::sc2::ladder
