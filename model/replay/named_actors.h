// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// Actors as people name them on a command line.
#include "model/base/export.h"
#include "model/replay/replay_info.h"
#include "model/world/world_state.h"

namespace ghostline::model {

/// Those that a text means: an id ("12"), the format's own id ("native:501", every life of it), a whole name,
/// or else a part of names, in any case. Empty: nobody.
GHOSTLINE_MODEL_EXPORT std::vector<ActorId> actorsNamed(const QString& text, const ReplayInfo& info);
/// The one of them to look at: the first that is in the state, else the first there is; None = nobody.
GHOSTLINE_MODEL_EXPORT ActorId actorNamed(const QString& text, const ReplayInfo& info,
                                          const WorldState& state);

} // namespace ghostline::model
