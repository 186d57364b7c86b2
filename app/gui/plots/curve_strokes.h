// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// What a curve is drawn from on the screen. A path of thousands of points costs a rasteriser more with every
// column it crosses again; single lines and upright spans do not.
#include <QLineF>
#include <QRect>
#include <QVector>

#include <span>
#include <vector>

namespace ghostline::app {

/// How often a line of points turns round between going up and down, by more than `least` pixels either way.
qsizetype turnsOf(const QVector<QPointF>& points, double least);

/// What is near `field` of the lines between points, in `dashes` of so many pixels on and off in turn;
/// none = all of each.
void strokesOf(const QVector<QPointF>& points, const QVector<qreal>& dashes, const QRect& field,
               std::vector<QLineF>& strokes);

/// Points in `field` that have a gap on either side: no line shows them.
void singlesOf(const QVector<QPointF>& points, const QRect& field, std::vector<QPointF>& singles);

/// In each pixel column of `field` what a line of points, left to right and `width` thick, covers of it.
void columnsOf(const QVector<QPointF>& points, double width, const QRect& field, std::vector<QRect>& columns);
/// The same pixels in blocks: what neighbouring columns share is filled at once, many times as fast.
void blocksOf(std::span<const QRect> columns, std::vector<QRect>& blocks);

} // namespace ghostline::app
