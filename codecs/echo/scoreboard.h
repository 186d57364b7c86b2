// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// Which properties are score, clock and statistics; the teams.
#include "codecs/echo/frame.h"
#include "model/replay_info.h"

namespace ghostline::echo {

/// In the order of TeamCode.
std::vector<model::Team> matchTeams(const MatchHeader& header);
model::Scoreboard matchScoreboard(const MatchHeader& header);

} // namespace ghostline::echo
