// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// Who is which actor, where a cell lies in the world, and which property is which number: the one place where
// the game's words become the model's.
#include "codecs/sc2/replay/replay_data.h"
#include "model/actor.h"
#include "model/property.h"

#include <glm/glm.hpp>
#include <vector>

namespace ghostline::sc2 {

/// Actors: participants, then their cameras, then lives in order. The same in every revision.
struct ActorNumbers
{
    std::size_t participants = 0;
    model::ActorId player(std::size_t participant) const { return static_cast<model::ActorId>(participant); }
    model::ActorId camera(std::size_t participant) const
    {
        return static_cast<model::ActorId>(participants + participant);
    }
    model::ActorId unit(std::size_t life) const
    {
        return static_cast<model::ActorId>(2 * participants + life);
    }
};

/// World: x to the right, height up, -y of the map: one cell is one metre.
inline glm::dvec3 toWorld(float x, float y, float height = 0.0F)
{
    return {static_cast<double>(x), static_cast<double>(height), -static_cast<double>(y)};
}

/// Actor properties, in declared order (docs/formats/sc2replay.md). Units have the first, players the rest.
enum class ActorProperty : int {
    UnitType,  ///< text, for people
    UnitGroup, ///< enumeration: workers, army, ...; absent for what is not counted
    Owner,     ///< integer: team, absent = nobody
    Look,      ///< integer: index into ReplayInfo::looks
    Worth,     ///< integer: minerals and vespene
    Supply,    ///< real
    Progress,  ///< real, %: of a construction that is known to end
    Kills,     ///< integer: deaths for which this unit is named
    FirstPlayerProperty,
    Apm = FirstPlayerProperty,
    Epm,
    Screens,
    Groups,
    SupplyUsed, ///< real
    SupplyMade,
    SupplyBlocked, ///< boolean
    Workers,
    Minerals,
    Vespene,
    MineralsRate,
    VespeneRate,
    Income,    ///< both rates
    Unspent,   ///< both stocks
    ArmyValue, ///< resources in army now
    ResourcesLost,
    ResourcesKilled,
    Upgrades,
    Bases,    ///< town halls finished and alive
    FirstStat ///< the 39 stats by tag from here on, as the game reports them
};

inline constexpr int ActorPropertyCount =
    static_cast<int>(ActorProperty::FirstStat) + static_cast<int>(StatCount);
constexpr model::PropertyId id(ActorProperty p) { return static_cast<model::PropertyId>(p); }
constexpr model::PropertyId id(Stat s)
{
    return id(ActorProperty::FirstStat) + static_cast<model::PropertyId>(s);
}

} // namespace ghostline::sc2
