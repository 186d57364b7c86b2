// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// Who is which actor, where a cell lies in the world, and which property is which number: the one place where
// the game's words become the model's.
#include "codecs/rts/actor_numbers.h"
#include "codecs/sc2/game/replay_data.h"
#include "model/world/actor.h"
#include "model/world/property.h"

#include <glm/glm.hpp>
#include <vector>

namespace ghostline::sc2 {

using rts::ActorNumbers;

/// World: x to the right, height up, -y of the map: one cell is one metre.
inline glm::dvec3 toWorld(float x, float y, float height = 0.0F)
{
    return {static_cast<double>(x), static_cast<double>(height), -static_cast<double>(y)};
}

/// Actor properties, in declared order (docs/formats/sc2replay.md). Units have the first, players the rest.
enum class ActorProperty : int {
    UnitType,          ///< text, for people
    UnitGroup,         ///< enumeration: workers, army, ...; absent for what is not counted
    Owner,             ///< integer: team, absent = nobody
    Look,              ///< integer: index into ReplayInfo::looks
    Worth,             ///< integer: minerals and vespene
    Supply,            ///< real
    Progress,          ///< real, %: of a construction that is known to end
    Kills,             ///< integer: deaths for which this unit is named
    UnderConstruction, ///< text: its type, while Progress is told
    FirstPlayerProperty,
    Apm = FirstPlayerProperty,
    Epm,
    Screens,
    Groups,
    LastCommand, ///< text: what the player told their units last
    SupplyUsed,  ///< real
    SupplyMade,
    SupplyBlocked, ///< boolean
    Workers,
    Minerals,
    Vespene,
    MineralsRate,
    VespeneRate,
    Income,       ///< both rates
    Unspent,      ///< both stocks
    ArmyValue,    ///< resources in army now
    InProduction, ///< resources in what is being made
    ResourcesLost,
    ResourcesKilled,
    Upgrades,
    Bases,    ///< town halls finished and alive
    FirstStat ///< the 39 stats by tag from here on, as the game reports them
};

inline constexpr int ActorPropertyCount =
    static_cast<int>(ActorProperty::FirstStat) + static_cast<int>(StatCount);
constexpr model::ActorPropertyId id(ActorProperty p)
{
    return model::ActorPropertyId(static_cast<std::int32_t>(p));
}
constexpr model::ActorPropertyId id(Stat s)
{
    return model::ActorPropertyId(static_cast<std::int32_t>(ActorProperty::FirstStat) +
                                  static_cast<std::int32_t>(s));
}

} // namespace ghostline::sc2
