// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// The team an actor belongs to at one instant: players change sides, a disc belongs to whoever holds it.
#include "model/replay/replay_info.h"
#include "model/world/world_state.h"

namespace ghostline::model {

/// The team that ReplayInfo::teamProperty (`property`) names at this instant, -1 = none of the `teams`, or no
/// such property.
inline int momentaryTeam(ActorPropertyId property, std::size_t teams, const WorldState& state,
                         std::size_t row)
{
    const PropertyValue value = state.value(row, property);
    const bool known =
        !value.absent() && value.asInteger() >= 0 && static_cast<std::uint64_t>(value.asInteger()) < teams;
    return known ? static_cast<int>(value.asInteger()) : -1;
}

/// Index into ReplayInfo::teams, -1 = none: the momentary team where the format declares such a property,
/// else the cast's.
inline int teamOf(const ReplayInfo& info, const WorldState& state, std::size_t row)
{
    if (info.teamProperty && info.teamProperty.index() < state.propertyCount)
        return momentaryTeam(info.teamProperty, info.teams.size(), state, row);
    const ActorInfo* actor = info.actor(state.ids[row]);
    return actor != nullptr && actor->team >= 0 && static_cast<std::size_t>(actor->team) < info.teams.size()
               ? actor->team
               : -1;
}

} // namespace ghostline::model
