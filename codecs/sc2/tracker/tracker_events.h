// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// What the game reported of units and players: replay.tracker.events decoded once into columns
// (docs/formats/sc2replay.md, section 4.2).
#include "codecs/sc2/base/limits.h"
#include "codecs/sc2/container/head.h"
#include "model/replay/replay_source.h"

#include <array>
#include <string>
#include <unordered_map>

namespace ghostline::sc2 {

/// Every position in map cells, whatever the build wrote.
constexpr std::uint32_t tagOf(std::uint32_t index, std::uint32_t recycle)
{
    return index << 18 | (recycle & 0x3FFFF);
}
constexpr std::uint32_t tagIndex(std::uint32_t tag) { return tag >> 18; }

/// Number of a name in TrackerEvents::names.
using NameId = std::uint32_t;

struct TrackedBirth
{
    std::uint32_t loop = 0;
    std::uint32_t tag = 0;
    NameId type = 0;
    std::int8_t control = 0; ///< player id, 0 = nobody
    std::int8_t upkeep = 0;
    bool init = false; ///< construction or warp-in begins: a UnitInit, not a UnitBorn
    float x = 0.0F;
    float y = 0.0F;
    std::uint32_t creator = 0; ///< tag, 0 = not said
    NameId creatorAbility = 0;
    bool hasCreatorAbility = false;
};
struct TrackedDeath
{
    std::uint32_t loop = 0;
    std::uint32_t tag = 0;
    std::int8_t killerPlayer = -1; ///< -1 = not said
    bool hasKiller = false;
    std::uint32_t killer = 0; ///< tag
    float x = 0.0F;
    float y = 0.0F;
};
/// Supply is tracked in this many parts of one.
inline constexpr std::int32_t FoodScale = 4096;

struct TrackedOwner
{
    std::uint32_t loop = 0;
    std::uint32_t tag = 0;
    std::int8_t control = 0;
    std::int8_t upkeep = 0;
};
struct TrackedType
{
    std::uint32_t loop = 0;
    std::uint32_t tag = 0;
    NameId type = 0;
};
struct TrackedDone
{
    std::uint32_t loop = 0;
    std::uint32_t tag = 0;
};
struct TrackedUpgrade
{
    std::uint32_t loop = 0;
    std::int8_t player = 0;
    NameId name = 0;
    std::int32_t count = 0;
};
/// Units that dealt or took damage since the last report. By index alone: whoever is alive under it then.
struct TrackedPosition
{
    std::uint32_t loop = 0;
    std::uint32_t index = 0;
    float x = 0.0F;
    float y = 0.0F;
};

inline constexpr std::size_t StatCount = 39;
/// The stats of a SPlayerStatsEvent by tag; food is in 1/4096.
enum class Stat : std::uint8_t {
    Minerals,
    Vespene,
    MineralsRate, ///< per minute of the game's clock
    VespeneRate,
    WorkersActive,
    MineralsInProgressArmy,
    MineralsInProgressEconomy,
    MineralsInProgressTechnology,
    VespeneInProgressArmy,
    VespeneInProgressEconomy,
    VespeneInProgressTechnology,
    MineralsUsedArmy,
    MineralsUsedEconomy,
    MineralsUsedTechnology,
    VespeneUsedArmy,
    VespeneUsedEconomy,
    VespeneUsedTechnology,
    MineralsLostArmy,
    MineralsLostEconomy,
    MineralsLostTechnology,
    VespeneLostArmy,
    VespeneLostEconomy,
    VespeneLostTechnology,
    MineralsKilledArmy,
    MineralsKilledEconomy,
    MineralsKilledTechnology,
    VespeneKilledArmy,
    VespeneKilledEconomy,
    VespeneKilledTechnology,
    FoodUsed,
    FoodMade,
    MineralsUsedActiveForces,
    VespeneUsedActiveForces,
    MineralsFriendlyFireArmy,
    MineralsFriendlyFireEconomy,
    MineralsFriendlyFireTechnology,
    VespeneFriendlyFireArmy,
    VespeneFriendlyFireEconomy,
    VespeneFriendlyFireTechnology
};
struct TrackedStats
{
    std::uint32_t loop = 0;
    std::int8_t player = 0;
    std::array<std::int32_t, StatCount> values{};
    std::int32_t operator[](Stat s) const { return values[static_cast<std::size_t>(s)]; }
};

enum class TrackerKind : std::uint8_t {
    Stats = 0,
    Born = 1,
    Died = 2,
    Owner = 3,
    Type = 4,
    Upgrade = 5,
    Init = 6,
    Done = 7,
    Positions = 8,
    Setup = 9
};

struct TrackerEvents
{
    std::vector<std::string> names;   ///< of types, upgrades and abilities, each once
    std::vector<TrackedBirth> births; ///< Born and Init in recorded order
    std::vector<TrackedDeath> deaths;
    std::vector<TrackedOwner> owners;
    std::vector<TrackedType> types;
    std::vector<TrackedDone> done;
    std::vector<TrackedUpgrade> upgrades;
    std::vector<TrackedPosition> positions;
    std::vector<TrackedStats> stats;
    std::vector<PlayerSetup> setup;
    /// A game resumed from a replay is told again from `to` on after it had been told up to `from`. What had
    /// been told of the loops behind `to` is in no column.
    struct Restart
    {
        std::uint32_t from = 0;
        std::uint32_t to = 0;
    };
    std::vector<Restart> restarts;
    std::vector<PlayerSetup> resumedSetup; ///< who plays after the last of them
    /// Recorded order of what changes units: kind and index into its column. Stats, upgrades, positions and
    /// set-up are not in it; for Positions see `positions`, ascending loop.
    struct Change
    {
        std::uint32_t loop = 0;
        std::uint32_t index = 0;
        TrackerKind kind = TrackerKind::Born;
    };
    std::vector<Change> changes;
    std::uint32_t lastLoop = 0;
    std::optional<model::Error> failure; ///< where reading ended before the stream did
};

/// Never fails as a whole; unknown events and fields are stepped over. `build` tells the scale of positions.
TrackerEvents parseTrackerEvents(std::span<const std::byte> bytes, std::uint32_t build,
                                 const StreamLimits& limits = {});

/// For `dump`: every event under the tables' own names.
model::Result<void> parseTrackerRecords(std::span<const std::byte> bytes, std::uint32_t baseBuild,
                                        const QString& stream, const model::RecordSink& sink);

} // namespace ghostline::sc2
