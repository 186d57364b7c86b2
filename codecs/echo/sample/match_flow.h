// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// The match around the play: phases, clock, rounds, a pause, who comes and who goes.
#include "codecs/echo/sample/match_state.h"

namespace ghostline::echo::sample {

void begin(MatchState& match);
/// Moves everything on by `step` seconds, at most 1/100.
void advance(MatchState& match, double step);

} // namespace ghostline::echo::sample
