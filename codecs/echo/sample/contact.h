// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// What happens when hands, disc, goals and fists meet; every counter is raised here and nowhere else.
#include "codecs/echo/sample/match_state.h"

namespace ghostline::echo::sample {

/// Catches, throws, blows and goals of one step, in seconds.
void touch(MatchState& match, double step);

} // namespace ghostline::echo::sample
