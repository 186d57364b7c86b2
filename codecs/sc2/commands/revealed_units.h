// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// Units of replays that report none: who was selected or aimed at, when first, where, and whose.
#include "codecs/sc2/commands/player_actions.h"
#include "codecs/sc2/tracker/unit_lives.h"

namespace ghostline::sc2 {

/// Units of replays without tracker events, as far as selections and orders reveal them: marked `revealed`.
/// Names are of types where an order tells one, else "Unit <link>"; added to `tracker.names`.
UnitLives revealLives(const ReplayHead& head, const GameEvents& game, const PlayerActions& actions,
                      TrackerEvents& tracker);

} // namespace ghostline::sc2
