// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// States, deltas and small files put together by hand or at random.
#include "codecs/ironcurtain/container/bincode.h"
#include "codecs/ironcurtain/container/chunk.h"
#include "codecs/ironcurtain/container/header.h"
#include "codecs/ironcurtain/state/sim_state.h"

#include <map>
#include <random>

namespace ghostline::test {

using namespace ghostline::ironcurtain;

Bytes bytesOf(std::string_view text);

inline std::shared_ptr<const Bytes> shared(Bytes bytes)
{
    return std::make_shared<const Bytes>(std::move(bytes));
}

/// Slots of one entity, sized ones without their length.
using Slots = std::map<unsigned, Bytes>;

std::uint64_t maskOf(const Slots& slots);
Bytes packed(const Slots& slots);
Bytes identityOf(InternedId type, PlayerId owner, std::uint8_t kind = 1);
Bytes placeOf(std::int32_t x, std::int32_t y);
Bytes queueOf(std::vector<QueueItem> items);

/// A state as simple as can be, from which the real one is made.
struct MadeState
{
    SimTick tick = 0;
    std::vector<std::string> strings = {"e1", "2tnk", "ore"};
    std::map<UnitTag, Slots> entities;
    PlayerTable players;
    MapState map;
    SideState side;

    SimState state() const;
};

/// Three players, a map of 4 x 3 and two units.
MadeState smallState(SimTick tick = 0);
/// Bytes of one slot that are sound, at random.
Bytes randomSlot(unsigned slot, std::mt19937& random);
Slots randomSlots(std::mt19937& random);
MadeState randomState(std::mt19937& random, SimTick tick, std::size_t units);
/// What may happen to a state between two keyframes, all of it.
void mutate(MadeState& s, std::mt19937& random);

/// One entry of a delta, sound or not.
struct MadeChange
{
    UnitTag tag;
    Slots slots;
    bool isNew = false;
    bool isRemoved = false;
};

struct MadeDelta
{
    SimTick baselineTick = 0;
    StateHash baselineHash{};
    SimTick tick = 300;
    std::optional<std::uint32_t> stringsFrom;
    std::vector<std::string> strings;
    std::vector<MadeChange> changes;
    std::vector<PlayerState> players;
    std::vector<std::pair<CellPos, MapCell>> cells;
    SideState side;
    std::optional<std::uint64_t> changeCount; ///< instead of the true one

    Bytes bytes() const;
};

struct MadeKeyframe
{
    SimTick tick = 0;
    bool full = true;
    Bytes blob; ///< unpacked
};

/// A finalised file of nothing but metadata and keyframes.
Bytes fileOf(const std::vector<MadeKeyframe>& keyframes, bool hashKnown = true, bool layoutKnown = true);

} // namespace ghostline::test
