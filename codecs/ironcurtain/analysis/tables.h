// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// What the analyses say, as tables for people and as JSON for `report`.
#include "codecs/ironcurtain/analysis/hands.h"
#include "codecs/ironcurtain/analysis/vote_audit.h"
#include "codecs/ironcurtain/units/ids.h"
#include "model/replay/analysis_table.h"
#include "model/time/time_axis.h"

#include <QJsonObject>

namespace ghostline::ironcurtain {

/// "control_groups", "response" and "votes"; a table without rows is left out.
std::vector<model::AnalysisTable> analysisTables(const std::map<PlayerId, PlayerHands>& hands,
                                                 const VoteAudit& votes, const Players& players,
                                                 const model::TimeAxis& axis);
/// {"ms_per_tick", "ticks", "players": {...}}, {"rows": [...], "failed_kicks": [...], ...}: see
/// docs/formats/iron-curtain.md.
QJsonObject handsJson(const std::map<PlayerId, PlayerHands>& hands, int msPerTick, SimTick ticks);
QJsonObject votesJson(const VoteAudit& votes);

} // namespace ghostline::ironcurtain
