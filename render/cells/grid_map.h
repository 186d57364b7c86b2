// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// Layers of cells from above: the highest of each column, in pictures that are kept until their cells change.
#include "render/base/theme.h"
#include "render/cells/grid_layers.h"

#include <QRectF>

class QPainter;

namespace ghostline::render {

/// Pixels kept of pictures that are not shown: what 500 tiles of 64 x 64 cells have.
inline constexpr std::size_t MostPixels = std::size_t{500} * 64 * 64;

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
    /// Of all pictures that are kept: MostPixels, or as many as the last two paint() needed.
    std::size_t heldPixels() const;

private:
    struct Private;
    std::unique_ptr<Private> d;
};

} // namespace ghostline::render
