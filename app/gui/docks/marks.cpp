// SPDX-License-Identifier: GPL-3.0-or-later
// The small painted shapes of the panels, crisp at 1x, 1.5x and 2x because they are drawn, not scaled.
#include "app/gui/docks/panel_style.h"

#include <QGuiApplication>
#include <QIconEngine>
#include <QPainter>
#include <QPainterPath>

#include <cmath>
#include <numbers>

namespace ghostline::app {

namespace {

QPainterPath regularShape(const QRectF& box, int corners, double turn, double innerShare = 0.0)
{
    const QPointF centre = box.center();
    const double radius = box.width() / 2;
    const int points = innerShare > 0 ? corners * 2 : corners;
    QPolygonF polygon;
    for (int i = 0; i < points; ++i) {
        const double angle = turn + 2 * std::numbers::pi * i / points;
        const double r = innerShare > 0 && i % 2 == 1 ? radius * innerShare : radius;
        polygon << centre + QPointF(std::sin(angle) * r, -std::cos(angle) * r);
    }
    QPainterPath path;
    path.addPolygon(polygon);
    path.closeSubpath();
    return path;
}

QPainterPath flagPath(const QRectF& box)
{
    QPainterPath path;
    const double w = box.width();
    path.addRect(QRectF(box.left() + 0.12 * w, box.top(), 0.14 * w, box.height()));
    path.addPolygon(QPolygonF({box.topLeft() + QPointF(0.26 * w, 0), box.topLeft() + QPointF(w, 0.28 * w),
                               box.topLeft() + QPointF(0.26 * w, 0.6 * w)}));
    path.closeSubpath();
    return path;
}

QPainterPath markPath(Mark mark, const QRectF& box)
{
    const auto inset = [&](double share) {
        const double d = box.width() * share;
        return box.adjusted(d, d, -d, -d);
    };
    QPainterPath path;
    switch (mark) {
    case Mark::Circle:
        path.addEllipse(inset(0.04));
        return path;
    case Mark::Square:
        path.addRoundedRect(inset(0.09), 1, 1);
        return path;
    case Mark::Triangle:
        return regularShape(box.translated(0, box.height() * 0.1), 3, 0.0);
    case Mark::Diamond:
        return regularShape(box, 4, 0.0);
    case Mark::Hexagon:
        return regularShape(inset(-0.02), 6, 0.0);
    case Mark::Cross: {
        const double arm = box.width() * 0.32;
        path.addRect(QRectF(box.center().x() - arm / 2, box.top(), arm, box.height()));
        QPainterPath bar;
        bar.addRect(QRectF(box.left(), box.center().y() - arm / 2, box.width(), arm));
        return path.united(bar);
    }
    case Mark::Star:
        return regularShape(inset(-0.06), 5, 0.0, 0.45);
    case Mark::Flag:
        return flagPath(box);
    }
    return path;
}

/// Draws a mark whenever it is asked for: to make one costs nothing, it is crisp on any screen, and its rim
/// is of the palette there is then.
class MarkIcon : public QIconEngine
{
public:
    MarkIcon(Mark mark, const QColor& colour, bool filled) : m_mark(mark), m_colour(colour), m_filled(filled)
    {
    }

    void paint(QPainter* painter, const QRect& rect, QIcon::Mode mode, QIcon::State) override
    {
        painter->save();
        painter->translate(rect.topLeft());
        painter->scale(rect.width() / Side, rect.height() / Side);
        const auto paintInset = [&](double inset, const QColor& colour, bool filled) {
            paintMark(*painter, m_mark, QRectF(inset, inset, Side - 2 * inset, Side - 2 * inset), colour,
                      filled);
        };
        // A selected row does not tint it, but a mark in the accent's own hue would not be seen there without
        // a rim.
        const bool rimmed = mode == QIcon::Selected;
        if (rimmed)
            paintInset(1, QGuiApplication::palette().color(QPalette::HighlightedText), true);
        paintInset(rimmed ? 4 : 3, m_colour, m_filled);
        painter->restore();
    }

    QPixmap pixmap(const QSize& size, QIcon::Mode mode, QIcon::State state) override
    {
        QPixmap out(size);
        out.fill(Qt::transparent);
        QPainter painter(&out);
        paint(&painter, QRect({}, size), mode, state);
        return out;
    }

    QIconEngine* clone() const override { return new MarkIcon(*this); }

private:
    static constexpr double Side = 16.0; ///< the unit of the insets

    Mark m_mark;
    QColor m_colour;
    bool m_filled;
};

} // namespace

Mark markFor(int hue) { return static_cast<Mark>(((hue % 7) + 7) % 7); }

Mark actorMark(const model::ActorInfo& actor, const std::vector<model::Team>& teams)
{
    if (actor.team >= 0 && static_cast<std::size_t>(actor.team) < teams.size())
        return markFor(teams[static_cast<std::size_t>(actor.team)].hue);
    switch (actor.kind) {
    case model::ActorKind::Vehicle:
    case model::ActorKind::Structure:
        return Mark::Square;
    case model::ActorKind::Player:
    case model::ActorKind::Walker:
    case model::ActorKind::Disc:
        return Mark::Circle;
    case model::ActorKind::Unit:
        return Mark::Hexagon;
    case model::ActorKind::TrafficLight:
        return Mark::Triangle;
    case model::ActorKind::Sensor:
    case model::ActorKind::Camera:
        return Mark::Cross;
    case model::ActorKind::Sign:
    case model::ActorKind::Prop:
    case model::ActorKind::Other:
        break;
    }
    return Mark::Diamond;
}

void paintMark(QPainter& painter, Mark mark, const QRectF& box, const QColor& colour, bool filled)
{
    painter.save();
    painter.setRenderHint(QPainter::Antialiasing);
    if (filled) {
        painter.setPen(Qt::NoPen);
        painter.setBrush(colour);
    } else {
        painter.setPen(QPen(colour, 1.4));
        painter.setBrush(Qt::NoBrush);
    }
    painter.drawPath(markPath(mark, filled ? box : box.adjusted(0.7, 0.7, -0.7, -0.7)));
    painter.restore();
}

QIcon markIcon(Mark mark, const QColor& colour, bool filled)
{
    return QIcon(new MarkIcon(mark, colour, filled));
}

} // namespace ghostline::app
