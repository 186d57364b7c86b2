// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// What players did with their hands over the whole game, counted: commands by name, control groups by number.
#include "codecs/sc2/game/replay_data.h"
#include "model/replay/analysis_table.h"
#include "model/time/time_axis.h"

namespace ghostline::sc2 {

/// "commands" and "control_groups"; a table without rows is left out.
std::vector<model::AnalysisTable> handTables(const ReplayData& data, const model::TimeAxis& axis);

} // namespace ghostline::sc2
