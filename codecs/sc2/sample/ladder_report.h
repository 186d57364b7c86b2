// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// What the tracker reports now and then: a player's figures, and where those who fought are.
#include "codecs/sc2/sample/ladder_roster.h"

namespace ghostline::sc2::ladder {

void reportStats(const Roster& roster, int player, Log& log);
/// Of units that dealt or took damage since the last report.
void reportPlaces(Roster& roster, Log& log);

} // namespace ghostline::sc2::ladder
