// SPDX-License-Identifier: GPL-3.0-or-later
// The small painted shapes of the panels, crisp at 1x, 1.5x and 2x because they are drawn, not scaled.
#include "app/gui/docks/panel_style.h"

#include <QGuiApplication>
#include <QPainter>
#include <QPainterPath>

#include <cmath>
#include <functional>
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

QPixmap pixmap(int side, qreal ratio, const std::function<void(QPainter&, const QRectF&)>& paint)
{
    QPixmap out(QSize(side, side) * ratio);
    out.setDevicePixelRatio(ratio);
    out.fill(Qt::transparent);
    QPainter painter(&out);
    painter.setRenderHint(QPainter::Antialiasing);
    paint(painter, QRectF(0, 0, side, side));
    return out;
}

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
    // A selected row does not tint it, but a mark in the accent's own hue would not be seen there without a
    // rim.
    const QColor rim = QGuiApplication::palette().color(QPalette::HighlightedText);
    QIcon icon;
    for (const qreal ratio : {1.0, 1.5, 2.0}) {
        icon.addPixmap(pixmap(16, ratio, [&](QPainter& painter, const QRectF& box) {
            paintMark(painter, mark, box.adjusted(3, 3, -3, -3), colour, filled);
        }));
        icon.addPixmap(pixmap(16, ratio,
                              [&](QPainter& painter, const QRectF& box) {
                                  paintMark(painter, mark, box.adjusted(1, 1, -1, -1), rim);
                                  paintMark(painter, mark, box.adjusted(4, 4, -4, -4), colour, filled);
                              }),
                       QIcon::Selected);
    }
    return icon;
}

} // namespace ghostline::app
