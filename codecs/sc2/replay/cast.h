// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// Who is in a replay: its teams, players, their cameras, and every unit.
#include "codecs/sc2/events/derived_events.h"
#include "codecs/sc2/replay/unit_kinds.h"
#include "model/replay/replay_info.h"

namespace ghostline::sc2 {

/// One team a participant. Hues are those nearest to the recorded colours, no two alike while there are
/// enough.
std::vector<model::Team> describeTeams(const ReplayHead& head);

/// Participants, cameras, units: numbered as ActorNumbers says.
std::vector<model::ActorInfo> describeCast(const ReplayData& data, const UnitKinds& kinds);

/// The type that names a unit best: the first that is no egg, larva or cocoon.
NameId mainType(const UnitLives& lives, const UnitLife& life, const UnitKinds& kinds);

} // namespace ghostline::sc2
