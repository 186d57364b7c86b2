// SPDX-License-Identifier: GPL-3.0-or-later
#include "codecs/sc2/sample/ladder_report.h"

#include <algorithm>

namespace ghostline::sc2::ladder {

namespace {

constexpr int FoodUnit = 4096;

} // namespace

void reportStats(const Roster& roster, int player, Log& log)
{
    const Purse& purse = roster.purse(player);
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
    for (const Unit& each : roster.units()) {
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
    put(Stat::FoodUsed, roster.halfSupplyUsed(player) * (FoodUnit / 2));
    put(Stat::FoodMade, roster.supplyMade(player) * FoodUnit);
    log.stats(player, values);
}

void reportPlaces(Roster& roster, Log& log)
{
    std::vector<Log::Place> places;
    for (Unit& each : roster.units()) {
        if (each.alive && each.touched)
            places.push_back({each.tag.index, each.at});
        each.touched = false;
    }
    std::sort(places.begin(), places.end(),
              [](const Log::Place& a, const Log::Place& b) { return a.index < b.index; });
    log.positions(places);
}

} // namespace ghostline::sc2::ladder
