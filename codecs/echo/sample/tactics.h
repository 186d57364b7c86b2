// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// Who chases, supports, marks, presses or keeps the goal, what that means for each body, and whether the one
// with the disc passes, shoots or keeps it.
#include "codecs/echo/sample/match_state.h"

namespace ghostline::echo::sample {

/// Sets what every player is after, and what throw is planned; `step` in seconds.
void think(MatchState& match, double step);

} // namespace ghostline::echo::sample
