// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// Which drawing is under the pointer: distances in pixels to what is seen of it. Pure.
#include "app/gui/board/board_picture.h"

#include <QPolygonF>
#include <QRectF>

#include <vector>

namespace ghostline::app {

/// What is seen of a drawing, in pixels of a picture.
struct DrawingOutline
{
    std::vector<QPolygonF> lines{}; ///< open ones; a closed one ends where it began
    std::vector<QRectF> boxes{};    ///< what is hit inside, too: texts, numbers, figures
    bool filled = false;            ///< the first line encloses something
    QRectF bounds() const;
    bool empty() const { return lines.empty() && boxes.empty(); }
};

/// As it stands now, whether or not it is seen now; empty where its actors are not there.
DrawingOutline outlineOf(const BoardScene& scene, const model::Drawing& drawing);
/// 0 inside of a box or on a line.
double distanceTo(const DrawingOutline& outline, QPointF pixel);
/// Of those that are seen now the nearest within `slack` pixels, else the last one that encloses the pixel;
/// null = none.
const model::Drawing* drawingAt(const BoardScene& scene, QPointF pixel, double slack = 8.0);

} // namespace ghostline::app
