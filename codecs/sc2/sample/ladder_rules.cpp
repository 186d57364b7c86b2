// SPDX-License-Identifier: GPL-3.0-or-later
#include "codecs/sc2/sample/ladder_rules.h"

#include <array>

namespace ghostline::sc2::ladder {

namespace {

constexpr std::array<KindFacts, static_cast<std::size_t>(Kind::Count)> Facts{{
    {"MineralField"},
    {"MineralField750"},
    {"VespeneGeyser"},
    {"XelNagaTower"},
    {"DestructibleRock6x6", 0, 0, 0, 0, 0, 2000.0},
    {"SCV", 50, 0, 2, 0, 272, 45.0, 0.0, 0.0, 0.176, Worth::Economy, false},
    {"Marine", 50, 0, 2, 0, 400, 55.0, 0.5, 5.0, 0.141, Worth::Army, false},
    {"SiegeTank", 150, 125, 6, 0, 720, 175.0, 0.8, 7.0, 0.141, Worth::Army, false},
    {"SiegeTankSieged", 150, 125, 6, 0, 720, 175.0, 1.1, 12.0, 0.0, Worth::Army, false},
    {"CommandCenter", 400, 0, 0, 15, 1600, 1500.0, 0.0, 0.0, 0.0, Worth::Economy, true},
    {"OrbitalCommand", 550, 0, 0, 15, 400, 1500.0, 0.0, 0.0, 0.0, Worth::Economy, true},
    {"SupplyDepot", 100, 0, 0, 8, 480, 400.0, 0.0, 0.0, 0.0, Worth::Economy, true},
    {"SupplyDepotLowered", 100, 0, 0, 8, 480, 400.0, 0.0, 0.0, 0.0, Worth::Economy, true},
    {"Refinery", 75, 0, 0, 0, 480, 500.0, 0.0, 0.0, 0.0, Worth::Economy, true},
    {"Barracks", 150, 0, 0, 0, 1040, 1000.0, 0.0, 0.0, 0.0, Worth::Technology, true},
    {"BarracksTechLab", 50, 25, 0, 0, 400, 400.0, 0.0, 0.0, 0.0, Worth::Technology, true},
    {"BarracksReactor", 50, 50, 0, 0, 800, 400.0, 0.0, 0.0, 0.0, Worth::Technology, true},
    {"Factory", 150, 100, 0, 0, 960, 1250.0, 0.0, 0.0, 0.0, Worth::Technology, true},
    {"FactoryTechLab", 50, 25, 0, 0, 400, 400.0, 0.0, 0.0, 0.0, Worth::Technology, true},
    {"Larva"},
    {"Egg"},
    {"Drone", 50, 0, 2, 0, 272, 40.0, 0.0, 0.0, 0.176, Worth::Economy, false},
    {"Overlord", 100, 0, 0, 8, 400, 200.0, 0.0, 0.0, 0.056, Worth::Economy, false},
    {"Zergling", 25, 0, 1, 0, 384, 35.0, 0.42, 0.8, 0.258, Worth::Army, false},
    {"Roach", 75, 25, 4, 0, 432, 145.0, 0.4, 4.0, 0.197, Worth::Army, false},
    {"Queen", 150, 0, 4, 0, 800, 175.0, 0.45, 5.0, 0.059, Worth::Army, false},
    {"Hatchery", 300, 0, 0, 6, 1600, 1500.0, 0.0, 0.0, 0.0, Worth::Economy, true},
    {"Lair", 450, 100, 0, 6, 1280, 2000.0, 0.0, 0.0, 0.0, Worth::Economy, true},
    {"Extractor", 25, 0, 0, 0, 480, 500.0, 0.0, 0.0, 0.0, Worth::Economy, true},
    {"SpawningPool", 200, 0, 0, 0, 1040, 1000.0, 0.0, 0.0, 0.0, Worth::Technology, true},
    {"RoachWarren", 150, 0, 0, 0, 880, 850.0, 0.0, 0.0, 0.0, Worth::Technology, true},
    {"SpineCrawler", 100, 0, 0, 0, 800, 300.0, 0.6, 7.0, 0.0, Worth::Technology, true},
}};

/// From the middle of a base in the upper left: what its workers gather.
constexpr std::array<glm::dvec2, 8> Minerals{
    {{-7.0, 4.0}, {-7.0, 2.0}, {-8.0, 0.0}, {-7.0, -2.0}, {-5.0, 6.0}, {-3.0, 7.0}, {-1.0, 7.0}, {1.0, 7.0}}};
constexpr std::array<glm::dvec2, 2> Geysers{{{-7.0, -6.0}, {6.0, 7.0}}};

void addBase(std::vector<Placed>& out, const glm::dvec2& middle)
{
    for (const bool other : {false, true}) {
        const auto put = [&](Kind kind, const glm::dvec2& offset) {
            const glm::dvec2 at = middle + offset;
            out.push_back({kind, other ? turned(at) : at});
        };
        for (std::size_t i = 0; i < Minerals.size(); ++i)
            put(i % 2 == 0 ? Kind::Mineral : Kind::RichMineral, Minerals[i]);
        for (const glm::dvec2& geyser : Geysers)
            put(Kind::Geyser, geyser);
    }
}

glm::dvec2 forPlayer(int player, const glm::dvec2& at) { return player == 1 ? at : turned(at); }

} // namespace

const KindFacts& factsOf(Kind kind) { return Facts[static_cast<std::size_t>(kind)]; }

Ability abilityFor(Kind kind)
{
    switch (kind) {
    case Kind::Scv:
        return {157, 0};
    case Kind::Marine:
        return {161, 0};
    case Kind::Tank:
        return {162, 1};
    case Kind::CommandCenter:
        return {131, 0};
    case Kind::Depot:
        return {131, 1};
    case Kind::Refinery:
        return {131, 2};
    case Kind::Barracks:
        return {131, 3};
    case Kind::Factory:
        return {131, 10};
    case Kind::BarracksLab:
        return {149, 0};
    case Kind::BarracksReactor:
        return {149, 1};
    case Kind::FactoryLab:
        return {151, 0};
    case Kind::Orbital:
        return ability::ToOrbital;
    case Kind::Lair:
        return ability::ToLair;
    case Kind::Drone:
        return {195, 0};
    case Kind::Zergling:
        return {195, 1};
    case Kind::Overlord:
        return {195, 2};
    case Kind::Roach:
        return {195, 9};
    case Kind::Queen:
        return {245, 0};
    case Kind::Hatchery:
        return {185, 0};
    case Kind::Extractor:
        return {185, 2};
    case Kind::Pool:
        return {185, 3};
    case Kind::Warren:
        return {185, 13};
    case Kind::Spine:
        return {185, 14};
    default:
        return {};
    }
}

glm::dvec2 mainBase(int player) { return forPlayer(player, {28.5, 91.5}); }
glm::dvec2 naturalBase(int player) { return forPlayer(player, {28.5, 60.5}); }
glm::dvec2 frontOf(int player) { return forPlayer(player, {39.0, 57.0}); }

std::vector<Placed> neutralThings()
{
    std::vector<Placed> out;
    addBase(out, mainBase(1));
    addBase(out, naturalBase(1));
    addBase(out, {62.5, 98.5}); // a third base for each, never taken
    for (const bool other : {false, true}) {
        const auto put = [&](Kind kind, const glm::dvec2& at) {
            out.push_back({kind, other ? turned(at) : at});
        };
        put(Kind::Tower, {48.0, 82.0});
        put(Kind::Rocks, {52.0, 68.0});
        put(Kind::Rocks, {30.0, 36.0});
    }
    return out;
}

glm::dvec2 buildingPlace(int player, int number)
{
    // In rows in front of the town hall, away from the minerals.
    constexpr int Columns = 3;
    const int column = number % Columns;
    const int row = number / Columns;
    return forPlayer(player, mainBase(1) + glm::dvec2(6.0 + 6.0 * column, -6.0 + 5.0 * row));
}

} // namespace ghostline::sc2::ladder
