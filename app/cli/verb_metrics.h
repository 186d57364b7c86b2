// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// `metrics`: numbers over time, a row for each frame, a column for each metric of each actor.
#include "app/cli/verbs.h"

namespace ghostline::app {

/// `file` is one of the recordings.
struct MetricsArguments : ReplayArguments
{
    ListArguments recordings;
    QStringList actors;
    QStringList metrics;
    ZoneArguments zones; ///< further metrics: who is in them
    QString from;
    QString to;
    bool csv = false;
    bool list = false;
};
int runMetrics(const Session& session, const MetricsArguments& arguments);

} // namespace ghostline::app
