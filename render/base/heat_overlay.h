// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// A heat map over the ground, as every view shows it, and what its colours mean.
#include "model/heat/heat_colours.h"
#include "render/base/theme.h"

#include <QImage>
#include <QRectF>

class QPainter;

namespace ghostline::render {

struct HeatOverlay
{
    model::HeatGrid grid;
    model::HeatLook look; ///< which ground it lies on is the theme's business

    bool empty() const { return grid.empty() || grid.layout.empty(); }
    /// With the colours of this theme.
    model::HeatLook lookIn(const Theme& theme) const;
    /// The ground that it covers: x and z, metres.
    QRectF ground() const;
};

/// North-west first; transparent where nothing is. `side`: pixels of the longer side, 0 = one a cell. Null
/// where there is nothing.
QImage heatImage(const HeatOverlay& heat, const Theme& theme, int side = 0);

/// The ramp over the width of `bar`, and its marks below it: round numbers, the last one with the unit.
/// Returns how far down it reaches.
double paintHeatLegend(QPainter& painter, const HeatOverlay& heat, const Theme& theme, const QRectF& bar);

} // namespace ghostline::render
