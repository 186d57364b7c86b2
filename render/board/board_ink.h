// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// The pen that drawings are made with: lines with a casing, arrow heads, words and plates, all in sizes that
// go with the picture, and seen on bright grounds and dark ones alike.
#include "render/board/board_projection.h"

#include <QColor>
#include <QFont>
#include <QPainter>
#include <QPainterPath>

namespace ghostline::render {

inline constexpr double BoardTextPixels = 30.0;   ///< height of a Text of a picture that is 1080 high
inline constexpr double BoardNumberRadius = 20.0; ///< of a Number's disc; both of the usual width of lines

/// Near-black where the colour is bright, else white.
QColor boardCasing(const QColor& colour);

/// How much of one picture's time goes into smooth edges, shared by all of its drawings: they take a hundred
/// times as long as plain ones where a line crosses itself often. About a millionth of a second each.
struct BoardEffort
{
    double left = 1e6;
    /// Whether this path is still to have them.
    bool spend(const QPainterPath& path);
};

/// One drawing's pen on one picture. `bounds` grows by all that is painted.
class BoardInk
{
public:
    /// `width`: Drawing::width. `effort` outlives this.
    BoardInk(QPainter& painter, const BoardProjection& projection, QColor colour, double width,
             BoardEffort& effort);

    QPainter& painter() const { return m_painter; }
    const BoardProjection& projection() const { return m_projection; }
    const QColor& colour() const { return m_colour; }
    QColor shade(double opacity) const;      ///< the colour, so much weaker
    double width() const { return m_width; } ///< of lines, pixels
    double scale() const { return m_projection.scale(); }
    /// So many pixels of a picture that is 1080 high, but at least `least`.
    double pixels(double full, double least = 0.0) const;
    /// How much larger than usual discs and words are, because the line is broader.
    double emphasis() const { return m_emphasis; }
    const QRectF& bounds() const { return m_bounds; }
    void cover(const QRectF& more) { m_bounds |= more; }

    void stroke(const QPainterPath& path, Qt::PenStyle style = Qt::SolidLine);
    void fill(const QPainterPath& path, double opacity);
    /// Filled wholly, with the casing of a line round it.
    void solid(const QPainterPath& path);
    /// A line that ends with a head.
    void arrow(const QPolygonF& line, bool smooth, Qt::PenStyle style = Qt::SolidLine);
    /// From its point on, the first line level with it.
    void words(QPointF at, const QString& text);
    /// Words on a dark plate; `middle` of it. Returns its rectangle.
    QRectF plate(QPointF middle, const QString& text);
    void disc(QPointF middle, const QString& text);

    QFont font(double full) const;

private:
    QPen pen(const QColor& colour, double width, Qt::PenStyle style) const;
    void draw(const QPainterPath& path);

    QPainter& m_painter;
    const BoardProjection& m_projection;
    QColor m_colour;
    double m_width;
    double m_emphasis;
    BoardEffort& m_effort;
    QRectF m_bounds;
};

/// Through all points, round at the corners where `smooth`.
QPainterPath pathThrough(const QPolygonF& points, bool smooth, bool closed = false);

} // namespace ghostline::render
