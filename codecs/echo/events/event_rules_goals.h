// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// Goals: by the description of the last score, by the points, by the players' own counters.
#include "codecs/echo/events/event_rules.h"

namespace ghostline::echo::rules {

/// goal: last_score is another, or a team's points rise, or a player's goals do. With its assist.
void findGoals(const Moment& now);

} // namespace ghostline::echo::rules
