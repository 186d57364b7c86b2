// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// `analyse`: who came near whom, who was in which zone, what was over a limit - worked out from the poses.
#include "app/cli/verbs.h"

namespace ghostline::app {

struct AnalyseArguments : ReplayArguments
{
    QString what; ///< proximity, contacts, zones, limits
    QString actor;
    bool players = false;
    bool acrossTeams = false;
    bool estimates = false;        ///< contacts of poses that were not recorded, too
    std::optional<double> within;  ///< metres
    std::optional<double> atLeast; ///< seconds
    ZoneArguments zones;
    QString metric = QStringLiteral("acceleration");
    double above = 8.0;
    bool totals = false;
    bool csv = false;
    QStringList failIf; ///< conditions; that one holds for a file is an exit code of its own
    QString junit;      ///< where a report for continuous integration goes, empty = nowhere
};
int runAnalyse(const Session& session, const AnalyseArguments& arguments);

} // namespace ghostline::app
