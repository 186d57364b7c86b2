// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// What sets curves apart: colour and stroke together.
#include "render/base/theme.h"

#include <span>

namespace ghostline::app {

struct PlotStyle
{
    QColor color;
    Qt::PenStyle stroke = Qt::SolidLine;
};

/// A curve among those beside it.
struct PlotSeries
{
    int number =
        0; ///< counted from 0 in each team, and among those of none; -1 = what others are compared with
    int team = -1; ///< whose it is, an index into the replay's teams; -1 = nobody's
    friend bool operator==(const PlotSeries&, const PlotSeries&) = default;
};

/// Of curves that are nobody's: a hue each.
PlotStyle plotStyle(int series, const render::Theme& theme);
/// Those of a team are all in its colour. Up to five teams begin with strokes of their own, so that two who
/// play against each other are told apart without their colours, too; beyond the strokes there are, the
/// lightness changes.
PlotStyle plotStyle(const PlotSeries& series, std::span<const model::Team> teams, const render::Theme& theme);

} // namespace ghostline::app
