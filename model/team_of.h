// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// The team an actor belongs to at one instant: players change sides, a disc belongs to whoever holds it.
#include "model/replay_info.h"
#include "model/world_state.h"

namespace ghostline::model {

/// Index into ReplayInfo::teams, -1 = none. ReplayInfo::teamProperty where the format declares one, else the
/// cast's.
inline int teamOf(const ReplayInfo& info, const WorldState& state, std::size_t row)
{
    const auto known = [&info](std::int64_t team) {
        return team >= 0 && static_cast<std::size_t>(team) < info.teams.size() ? static_cast<int>(team) : -1;
    };
    if (info.teamProperty >= 0 && static_cast<std::size_t>(info.teamProperty) < state.propertyCount) {
        const PropertyValue value = state.propertiesOf(row)[static_cast<std::size_t>(info.teamProperty)];
        return value.absent() ? -1 : known(value.asInteger());
    }
    const ActorInfo* actor = info.actor(state.ids[row]);
    return actor != nullptr ? known(actor->team) : -1;
}

} // namespace ghostline::model
