// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// What the made-up ladder game knows of units: enough to make a game that could have been.
#include <cstdint>
#include <glm/glm.hpp>
#include <string_view>
#include <vector>

namespace ghostline::sc2::ladder {

enum class Kind : std::uint8_t {
    Mineral,
    RichMineral,
    Geyser,
    Tower,
    Rocks,
    Scv,
    Marine,
    Tank,
    TankSieged,
    CommandCenter,
    Orbital,
    Depot,
    DepotLowered,
    Refinery,
    Barracks,
    BarracksLab,
    BarracksReactor,
    Factory,
    FactoryLab,
    Larva,
    Egg,
    Drone,
    Overlord,
    Zergling,
    Roach,
    Queen,
    Hatchery,
    Lair,
    Extractor,
    Pool,
    Warren,
    Spine,
    Count
};

enum class Worth : std::uint8_t { None, Army, Economy, Technology };

struct KindFacts
{
    std::string_view name; ///< as the tracker spells it
    int minerals = 0;
    int gas = 0;
    int halfSupply = 0; ///< food it takes, twice
    int makesSupply = 0;
    int loops = 0; ///< to make it
    double hitPoints = 1.0;
    double damage = 0.0; ///< a loop
    double range = 0.0;  ///< cells
    double speed = 0.0;  ///< cells a loop
    Worth worth = Worth::None;
    bool structure = false;
};

const KindFacts& factsOf(Kind kind);
inline bool isWorker(Kind kind) { return kind == Kind::Scv || kind == Kind::Drone; }
inline bool isTownHall(Kind kind)
{
    return kind == Kind::CommandCenter || kind == Kind::Orbital || kind == Kind::Hatchery ||
           kind == Kind::Lair;
}
inline bool isArmy(Kind kind) { return factsOf(kind).worth == Worth::Army; }

/// Ability links of data build 97425.
struct Ability
{
    int link = 0;
    int index = 0;
};
namespace ability {
inline constexpr Ability Move{43, 0};
inline constexpr Ability Attack{46, 0};
inline constexpr Ability Stimpack{133, 0};
inline constexpr Ability Siege{137, 0};
inline constexpr Ability Unsiege{138, 0};
inline constexpr Ability ScvGather{121, 0};
inline constexpr Ability DroneGather{186, 0};
inline constexpr Ability LowerDepot{159, 0};
inline constexpr Ability ToOrbital{229, 0};
inline constexpr Ability ToLair{188, 0};
inline constexpr Ability ResearchStimpack{167, 0};
inline constexpr Ability MetabolicBoost{192, 1};
inline constexpr Ability SpawnLarva{113, 0};
} // namespace ability
/// What makes this kind; link 0 = nothing does.
Ability abilityFor(Kind kind);

inline constexpr double BaseReach = 12.0; ///< cells around a town hall that are part of its base
inline constexpr int MapSize = 120;
inline constexpr int LoopsPerMinute = 1344;
/// Start location and natural expansion of a player (1 upper left, 2 lower right), cells.
glm::dvec2 mainBase(int player);
glm::dvec2 naturalBase(int player);
/// In front of the natural: where an army waits.
glm::dvec2 frontOf(int player);
/// From player 1's half to the other's: the map is the same turned half round.
inline glm::dvec2 turned(const glm::dvec2& at) { return glm::dvec2(MapSize) - at; }

struct Placed
{
    Kind kind = Kind::Mineral;
    glm::dvec2 at{};
};
/// Everything neutral at the start.
std::vector<Placed> neutralThings();
/// Where the n-th further structure of a player stands.
glm::dvec2 buildingPlace(int player, int number);

} // namespace ghostline::sc2::ladder
