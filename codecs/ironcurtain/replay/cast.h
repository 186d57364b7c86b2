// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// Who is in a replay: players, their cameras, and every unit that was ever there.
#include "codecs/ironcurtain/container/header.h"
#include "codecs/ironcurtain/replay/looks.h"
#include "codecs/ironcurtain/replay/match_log.h"
#include "model/replay/replay_info.h"

namespace ghostline::ironcurtain {

/// Those of the metadata and of the first keyframe (may be null), by id; MaxPlayers at most.
Players listPlayers(const Metadata& metadata, const SimState* start);

/// One team a player. Hues are those nearest to the recorded colours, no two alike while there are enough;
/// sides where several players share a team number.
std::vector<model::Team> describeTeams(const Players& players, const SimState* start);

/// Players, cameras, units: numbered as ActorNumbers says. Footprints are added to `looks`.
std::vector<model::ActorInfo> describeCast(const Players& players, const SimState* start, const Lives& lives,
                                           const Kinds& kinds, Looks& looks, SimTick lastTick);

} // namespace ghostline::ironcurtain
