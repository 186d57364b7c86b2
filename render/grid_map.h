// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// Layers of cells from above: the highest of each column, in pictures that are kept until their cells change.
#include "render/grid_batch.h"
#include "render/grid_bounds.h"

#include <QRectF>

class QPainter;

namespace ghostline::render {

class GridMap
{
public:
    GridMap();
    ~GridMap();

    /// True when the map looks different now.
    bool setLayers(GridSet set, const GridLayers& layers);
    void setTheme(const Theme& theme);
    /// `shown`: x and z in metres; `centre` is painted at the painter's origin.
    void paint(QPainter& painter, GridSet set, const QRectF& shown, double pixelsPerMetre, QPointF centre);
    /// Pictures painted since this object was made.
    std::size_t painted() const;

private:
    struct Private;
    std::unique_ptr<Private> d;
};

} // namespace ghostline::render
