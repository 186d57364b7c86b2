// SPDX-License-Identifier: GPL-3.0-or-later
#include "render/board/board_ink.h"

#include "render/base/colour.h"

#include <QFontMetricsF>

#include <algorithm>
#include <cmath>

namespace ghostline::render {

namespace {

constexpr double UsualWidth = 4.0;  ///< of lines, pixels of a picture that is 1080 high
constexpr double LeastLine = 1.25;  ///< pixels
constexpr double CasingShare = 1.5; ///< on either side, pixels of a picture that is 1080 high
constexpr double LeastCasing = 0.75;
constexpr double OpaqueEnough =
    0.8; ///< what is more transparent than this is a marker pen, which has no casing
constexpr qsizetype MostLetters = 400;

double lengthOf(QPointF v) { return std::hypot(v.x(), v.y()); }

QPointF unitOf(QPointF v)
{
    const double length = lengthOf(v);
    return length > 1e-9 ? v / length : QPointF();
}

double lengthAlong(const QPolygonF& line)
{
    double length = 0.0;
    for (qsizetype i = 1; i < line.size(); ++i)
        length += lengthOf(line[i] - line[i - 1]);
    return length;
}

/// Takes so much off the end of a line; what is left has two points at least.
QPolygonF shortened(QPolygonF line, double by)
{
    while (line.size() > 2 && lengthOf(line.last() - line[line.size() - 2]) < by) {
        by -= lengthOf(line.last() - line[line.size() - 2]);
        line.removeLast();
    }
    const QPointF back = line[line.size() - 2] - line.last();
    line.last() += unitOf(back) * std::min(by, lengthOf(back));
    return line;
}

/// A long scribble in parts: the time that filling a stroke's outline takes grows with how often it crosses
/// itself. Each part begins where the one before it ends.
QList<QPainterPath> partsOf(const QPainterPath& path, Qt::PenStyle style)
{
    constexpr int MostElements = 60;
    if (path.elementCount() <= 2 * MostElements || style != Qt::SolidLine)
        return {path};
    QList<QPainterPath> parts{QPainterPath()};
    for (int i = 0; i < path.elementCount(); ++i) {
        const QPainterPath::Element& element = path.elementAt(i);
        if (parts.last().elementCount() > MostElements && !element.isMoveTo()) {
            const QPointF end = parts.last().currentPosition();
            parts.push_back(QPainterPath(end));
        }
        if (element.isMoveTo()) {
            parts.last().moveTo(element);
        } else if (element.isLineTo()) {
            parts.last().lineTo(element);
        } else {
            parts.last().cubicTo(element, path.elementAt(i + 1), path.elementAt(i + 2));
            i += 2;
        }
    }
    return parts;
}

} // namespace

QColor boardCasing(const QColor& colour)
{
    const bool bright = contrast(colour, Qt::black) > 4.5;
    QColor casing = bright ? QColor(12, 14, 18) : QColor(255, 255, 255);
    casing.setAlphaF(bright ? 0.6F : 0.75F);
    return casing;
}

QPainterPath pathThrough(const QPolygonF& points, bool smooth, bool closed)
{
    QPainterPath path;
    if (points.isEmpty())
        return path;
    path.moveTo(points.first());
    if (points.size() == 1 || (points.size() == 2 && points[0] == points[1])) {
        path.lineTo(points.first() + QPointF(0.01, 0.0)); // a dot, by the ends of the pen
        return path;
    }
    // The arms at a point lie along the line between its neighbours, a third of the stretch each: it goes
    // through all points, and short stretches beside long ones make no loops.
    const auto armAt = [&points](qsizetype i) {
        return unitOf(points[std::min(i + 1, points.size() - 1)] - points[std::max<qsizetype>(i - 1, 0)]);
    };
    for (qsizetype i = 1; i < points.size(); ++i) {
        if (!smooth || points.size() == 2) {
            path.lineTo(points[i]);
            continue;
        }
        const double third = lengthOf(points[i] - points[i - 1]) / 3.0;
        path.cubicTo(points[i - 1] + armAt(i - 1) * third, points[i] - armAt(i) * third, points[i]);
    }
    if (closed)
        path.closeSubpath();
    return path;
}

bool BoardEffort::spend(const QPainterPath& path)
{
    double length = 0.0;
    for (int i = 1; i < path.elementCount(); ++i) {
        if (!path.elementAt(i).isMoveTo())
            length += lengthOf(QPointF(path.elementAt(i)) - QPointF(path.elementAt(i - 1)));
    }
    // How often it goes to and fro over the same ground is how much it may cross itself.
    const QRectF room = path.controlPointRect();
    const double turns = length / std::max(std::hypot(room.width(), room.height()), 1.0);
    const double cost = length * (1.0 + turns);
    if (cost > left)
        return false; // a lighter one may still have them
    left -= cost;
    return true;
}

BoardInk::BoardInk(QPainter& painter, const BoardProjection& projection, QColor colour, double width,
                   BoardEffort& effort)
    : m_painter(painter), m_projection(projection), m_colour(colour),
      m_width(std::max(width * projection.scale(), LeastLine)),
      m_emphasis(std::clamp(width / UsualWidth, 0.6, 4.0)), m_effort(effort)
{
}

QColor BoardInk::shade(double opacity) const
{
    QColor weaker = m_colour;
    weaker.setAlphaF(static_cast<float>(std::clamp(m_colour.alphaF() * opacity, 0.0, 1.0)));
    return weaker;
}

double BoardInk::pixels(double full, double least) const { return std::max(full * scale(), least); }

QPen BoardInk::pen(const QColor& colour, double width, Qt::PenStyle style) const
{
    QPen pen(colour, width, Qt::SolidLine, style == Qt::SolidLine ? Qt::RoundCap : Qt::FlatCap,
             Qt::RoundJoin);
    if (style != Qt::SolidLine) {
        // In widths of the pen: a casing has the same dashes as its line.
        const double share = m_width / width;
        pen.setDashPattern({3.0 * share, 2.2 * share});
    }
    return pen;
}

void BoardInk::draw(const QPainterPath& path)
{
    const bool smooth = m_effort.spend(path);
    m_painter.setRenderHint(QPainter::Antialiasing, smooth);
    m_painter.drawPath(path);
    m_painter.setRenderHint(QPainter::Antialiasing);
}

void BoardInk::stroke(const QPainterPath& path, Qt::PenStyle style)
{
    const double casing = pixels(CasingShare, LeastCasing);
    const QList<QPainterPath> parts = partsOf(path, style);
    m_painter.setBrush(Qt::NoBrush);
    if (m_colour.alphaF() >= static_cast<float>(OpaqueEnough)) {
        m_painter.setPen(pen(boardCasing(m_colour), m_width + 2.0 * casing, style));
        for (const QPainterPath& part : parts)
            draw(part);
    }
    m_painter.setPen(pen(m_colour, m_width, style));
    for (const QPainterPath& part : parts)
        draw(part);
    const double room = m_width * 0.5 + casing;
    cover(path.controlPointRect().adjusted(-room, -room, room, room));
}

void BoardInk::fill(const QPainterPath& path, double opacity)
{
    m_painter.setPen(Qt::NoPen);
    m_painter.setBrush(shade(opacity));
    draw(path);
    cover(path.controlPointRect());
}

void BoardInk::solid(const QPainterPath& path)
{
    const double casing = pixels(CasingShare, LeastCasing);
    if (m_colour.alphaF() >= static_cast<float>(OpaqueEnough)) {
        m_painter.setPen(pen(boardCasing(m_colour), 2.0 * casing, Qt::SolidLine));
        m_painter.setBrush(Qt::NoBrush);
        m_painter.drawPath(path);
    }
    fill(path, 1.0);
}

void BoardInk::arrow(const QPolygonF& line, bool smooth, Qt::PenStyle style)
{
    const double whole = line.size() > 1 ? lengthAlong(line) : 0.0;
    const double length = std::min(m_width * 3.6 + pixels(8.0, 4.0), whole * 0.7);
    if (length < 1.0) {
        stroke(pathThrough(line, smooth), style);
        return;
    }
    const QPointF tip = line.last();
    const QPolygonF shaft = shortened(line, length * 0.8);
    // It points along the last stretch of its own length, not along the last twitch of a hand.
    const QPointF ahead = unitOf(tip - shortened(line, length).last());
    const QPointF across(-ahead.y(), ahead.x());
    const QPointF base = tip - ahead * length;
    QPainterPath head(tip);
    head.lineTo(base + across * length * 0.48);
    head.lineTo(tip - ahead * length * 0.76);
    head.lineTo(base - across * length * 0.48);
    head.closeSubpath();
    stroke(pathThrough(shaft, smooth), style);
    solid(head);
}

QFont BoardInk::font(double full) const
{
    QFont font;
    font.setPixelSize(std::max(9, static_cast<int>(std::lround(full * scale()))));
    font.setWeight(QFont::DemiBold);
    return font;
}

void BoardInk::words(QPointF at, const QString& text)
{
    const QFont own = font(BoardTextPixels * m_emphasis);
    const QFontMetricsF metrics(own);
    const double baseline = at.y() + (metrics.ascent() - metrics.descent()) * 0.5;
    QPainterPath path;
    double line = 0.0;
    for (const QString& words : text.left(MostLetters).split(u'\n'))
        path.addText(QPointF(at.x(), baseline + metrics.lineSpacing() * line++), own, words);
    const double rim = std::max(own.pixelSize() * 0.16, 2.0);
    m_painter.setBrush(Qt::NoBrush);
    m_painter.setPen(QPen(boardCasing(m_colour), rim, Qt::SolidLine, Qt::RoundCap, Qt::RoundJoin));
    m_painter.drawPath(path);
    fill(path, 1.0);
    cover(path.boundingRect().adjusted(-rim, -rim, rim, rim));
}

QRectF BoardInk::plate(QPointF middle, const QString& text)
{
    const QFont own = font(22.0);
    const QFontMetricsF metrics(own);
    const QSizeF room(metrics.horizontalAdvance(text) + metrics.height() * 0.8, metrics.height() * 1.25);
    const QRectF rect(middle - QPointF(room.width(), room.height()) * 0.5, room);
    m_painter.setPen(Qt::NoPen);
    m_painter.setBrush(QColor(12, 14, 18, 200));
    m_painter.drawRoundedRect(rect, room.height() * 0.28, room.height() * 0.28);
    m_painter.setFont(own);
    m_painter.setPen(Qt::white);
    m_painter.drawText(rect, Qt::AlignCenter, text);
    cover(rect);
    return rect;
}

void BoardInk::disc(QPointF middle, const QString& text)
{
    const double radius = std::max(BoardNumberRadius * scale() * m_emphasis, 8.0);
    const QRectF round(middle - QPointF(radius, radius), QSizeF(radius, radius) * 2.0);
    QColor rim = boardCasing(m_colour);
    rim.setAlphaF(1.0F);
    const double line = std::max(radius * 0.13, 1.25);
    m_painter.setPen(QPen(rim, line));
    m_painter.setBrush(m_colour);
    m_painter.drawEllipse(round);
    QFont own = font(1.25 * radius / scale());
    const double widest = radius * 1.55;
    const double wide = QFontMetricsF(own).horizontalAdvance(text);
    if (wide > widest)
        own.setPixelSize(std::max(6, static_cast<int>(own.pixelSize() * widest / wide)));
    m_painter.setFont(own);
    m_painter.setPen(rim);
    m_painter.drawText(round, Qt::AlignCenter,
                       QFontMetricsF(own).elidedText(text, Qt::ElideRight, radius * 2.0));
    cover(round.adjusted(-line, -line, line, line));
}

} // namespace ghostline::render
