// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// `heatmap`: how much of something there was where, as figures, a grid or a picture.
#include "app/cli/verbs.h"

#include <optional>

namespace ghostline::app {

struct HeatmapArguments : ReplayArguments
{
    QStringList files;
    QString what = QStringLiteral("positions");
    QString by;    ///< of events: a number that they bear
    QString sum;   ///< of metrics
    QString place; ///< of events
    QStringList actors;
    QStringList teams;
    QString from;
    QString to;
    double stopSpeed = 0.5;
    std::optional<double> cell; ///< metres
    double smooth = 0.0;
    QString scale = QStringLiteral("lin");
    bool otherMaps = false;
    bool csv = false;
    QString png;
    int size = 1024; ///< pixels of the picture's longer side
    bool light = false;
};
int runHeatmap(const Session& session, const HeatmapArguments& arguments);

} // namespace ghostline::app
