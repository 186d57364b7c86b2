// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// Everything a keyframe says: SimSnapshot, and what a DeltaSnapshot makes of one. A value that is cheap to
// copy: entities point into buffers which states share.
#include "codecs/ironcurtain/state/slots.h"
#include "model/base/error.h"

#include <QString>

#include <memory>
#include <string>

namespace ghostline::ironcurtain {

struct Entity
{
    UnitTag tag;
    Components components;
};

inline constexpr std::size_t PlayerStatsBytes = 136;
/// GameScore and the observer figures; one layout in player states and in events.
struct PlayerStats
{
    std::int64_t credits = 0, totalCollected = 0, totalSpent = 0;
    std::int64_t collectionRate = 0; ///< per minute, x 1024
    std::uint64_t idleHarvesterTicks = 0;
    std::uint32_t unitsProduced = 0, structuresBuilt = 0;
    std::uint64_t idleProductionTicks = 0;
    std::uint32_t unitsKilled = 0, unitsLost = 0, structuresDestroyed = 0, structuresLost = 0;
    std::int64_t killedValue = 0, lostValue = 0, damageDealt = 0, damageReceived = 0;
    std::uint32_t apm = 0, epm = 0;
    std::int64_t armyValue = 0;
    std::int32_t powerProduced = 0, powerDrained = 0;
    std::uint16_t harvesters = 0, refineries = 0, unitCount = 0, structureCount = 0;
    friend bool operator==(const PlayerStats&, const PlayerStats&) = default;
};
/// `at` has PlayerStatsBytes.
PlayerStats readPlayerStats(const std::byte* at);
void appendPlayerStats(Bytes& out, const PlayerStats& stats);

enum class PlayerStatus : std::uint8_t { Playing, Defeated, Won, Left };
enum class PowerState : std::uint8_t { Locked, Charging, Ready };
struct Power
{
    InternedId ability = 0;
    std::uint32_t remainingTicks = 0;
    PowerState state = PowerState::Locked;
    friend bool operator==(const Power&, const Power&) = default;
};
struct PlayerLook
{
    std::array<std::uint8_t, 3> colour{};
    std::uint8_t team = 0;
    WorldPos start{};
    friend bool operator==(const PlayerLook&, const PlayerLook&) = default;
};
/// Bits of PlayerState::mask.
enum class PlayerSlot : unsigned { Credits, Energy, Status, Stats, Tech, Powers, Look };
struct PlayerState
{
    PlayerId player = 0;
    std::optional<std::int64_t> credits;
    std::optional<std::array<std::int32_t, 2>> power; ///< produced, drained
    std::optional<PlayerStatus> status;
    std::optional<PlayerStats> stats;
    std::optional<std::vector<InternedId>> tech;
    std::optional<std::vector<Power>> powers;
    std::optional<PlayerLook> look;
};
using PlayerTable = std::vector<PlayerState>; ///< by player, ascending

struct MapCell
{
    std::uint8_t terrain = 0;  ///< index into terrainKinds
    std::uint8_t resource = 0; ///< 0 none, else 1 + index into resourceKinds
    std::uint16_t amount = 0;
    friend bool operator==(const MapCell&, const MapCell&) = default;
};
struct MapState
{
    std::uint32_t width = 0;
    std::uint32_t height = 0;
    std::vector<InternedId> terrainKinds;
    std::vector<InternedId> resourceKinds;
    std::vector<MapCell> cells; ///< row-major, width x height
};
using StringPool = std::vector<std::string>; ///< by InternedId

/// Opaque to the viewer; diffed against the last recorded one, whatever the baselines do (decision C2), so a
/// state knows only what its own blob says.
struct SideState
{
    std::optional<Bytes> campaign;
    std::optional<Bytes> script;
};

struct SimState
{
    SimTick tick = 0;
    std::uint64_t gameSeed = 0;
    StateHash mapHash{};
    Bytes randomState; ///< of full keyframes only; not part of the hash
    std::shared_ptr<const StringPool> strings;
    std::vector<Entity> entities; ///< by tag, ascending, no tag twice
    std::shared_ptr<const PlayerTable> players;
    std::shared_ptr<const MapState> map;
    SideState side; ///< of this keyframe's own blob
    /// What the entities point into.
    std::vector<std::shared_ptr<const Bytes>> buffers;

    const Entity* find(UnitTag tag) const; ///< binary search, null when absent
    const PlayerState* player(PlayerId id) const;
    /// Empty for an id the table does not have.
    std::string_view string(InternedId id) const;
    /// Heap bytes; buffers that several states share count in each.
    std::size_t bytes() const;
};

/// A full keyframe. Entities in any order on disk; an entity twice, an unknown fixed slot or a bad enum is
/// Damaged and names the offset (from `base`) and the tag.
model::Result<SimState> parseFull(std::shared_ptr<const Bytes> blob, std::uint64_t base);

struct DeltaHead
{
    SimTick baselineTick = 0;
    StateHash baselineHash{};
    SimTick tick = 0;
};
model::Result<DeltaHead> parseDeltaHead(std::span<const std::byte> blob, std::uint64_t base);
/// `baseline` with the delta applied: strings, removed, new, changed, players, map. Does not look at the
/// baseline's tick or hash: KeyframeStore does.
model::Result<SimState> applyDelta(const SimState& baseline, std::shared_ptr<const Bytes> blob,
                                   std::uint64_t base);

/// SimSnapshot with the state's own side state.
Bytes encodeFull(const SimState& state);
/// DeltaSnapshot that turns `baseline` into `state`; `side` says which side state is written (nothing =
/// unchanged since the last recorded). A component that was lost is written as the same tag removed and new.
Bytes encodeDelta(const SimState& baseline, const StateHash& baselineHash, const SimState& state,
                  const SideState& side);

/// "sha256-bincode-v1": SHA-256 of the canonical core (random state empty, no side state).
StateHash stateHash(const SimState& state);
/// What is hashed.
Bytes canonicalCore(const SimState& state);

} // namespace ghostline::ironcurtain
