// SPDX-License-Identifier: GPL-3.0-or-later
#include "render/board/board_actors.h"

#include <QCoreApplication>
#include <QLinearGradient>
#include <QRadialGradient>
#include <QTransform>

#include <algorithm>
#include <array>
#include <cmath>
#include <numbers>

namespace ghostline::render {

namespace {

constexpr int RingCorners = 64;
constexpr double RingRoom = 1.5;        // times as wide as who stands in it
constexpr double LeastBoardRing = 15.0; // pixels of a picture that is 1080 high
constexpr double LightReach = 2.2;      // times the ring: to where the light has faded
constexpr double BeamRoom = 1.5;        // times the ring, on the ground
constexpr double BeamHeights = 2.6;     // of who is lit
constexpr double Dimmed = 0.42;

QPainterPath closedPath(const QPolygonF& area)
{
    QPainterPath path;
    path.addPolygon(area);
    path.closeSubpath();
    return path;
}

/// A circle's outline; in pieces where a part of it is behind the camera.
QPainterPath ringPath(const BoardProjection& projection, std::vector<glm::dvec3> circle)
{
    circle.push_back(circle.front());
    QPainterPath path;
    for (const BoardLine& piece : projection.line(circle)) {
        path.moveTo(piece.points.first());
        for (const QPointF& point : piece.points)
            path.lineTo(point);
        if (piece.first && piece.last)
            path.closeSubpath();
    }
    return path;
}

/// Returns where it is seen.
QRectF paintRing(BoardInk& ink, const glm::dvec3& middle, double radius, Qt::PenStyle style)
{
    const std::vector<glm::dvec3> circle = boardCircle(ink.projection(), middle, radius);
    ink.fill(closedPath(ink.projection().area(circle)), 0.16);
    const QPainterPath ring = ringPath(ink.projection(), circle);
    ink.stroke(ring, style);
    return ring.controlPointRect();
}

std::array<glm::dvec3, 8> cornersOf(const PickBox& box)
{
    std::array<glm::dvec3, 8> out{};
    for (unsigned i = 0; i < out.size(); ++i) {
        const glm::vec3 sign{(i & 1U) != 0U ? 1.0F : -1.0F, (i & 2U) != 0U ? 1.0F : -1.0F,
                             (i & 4U) != 0U ? 1.0F : -1.0F};
        out[i] = box.centre + glm::dvec3(box.orientation * (box.half * sign));
    }
    return out;
}

/// The outline of what the points enclose (Andrew's monotone chain).
QPolygonF hullOf(std::vector<QPointF> points)
{
    std::ranges::sort(
        points, [](QPointF a, QPointF b) { return a.x() < b.x() || (a.x() == b.x() && a.y() < b.y()); });
    const auto turnsLeft = [](QPointF a, QPointF b, QPointF c) {
        return (b.x() - a.x()) * (c.y() - a.y()) - (b.y() - a.y()) * (c.x() - a.x()) > 0.0;
    };
    QPolygonF hull;
    for (int pass = 0; pass < 2; ++pass) {
        const qsizetype start = hull.size();
        for (const QPointF& point : points) {
            while (hull.size() >= start + 2 && !turnsLeft(hull[hull.size() - 2], hull.last(), point))
                hull.removeLast();
            hull << point;
        }
        hull.removeLast();
        std::ranges::reverse(points);
    }
    return hull;
}

/// A body with a head, from the feet to the top.
QPainterPath personPath(QPointF feet, QPointF top)
{
    QPainterPath figure;
    figure.addEllipse(QPointF(0.0, 0.87), 0.115, 0.115);
    figure.moveTo(-0.13, 0.02);
    figure.cubicTo(-0.15, 0.35, -0.24, 0.40, -0.22, 0.60);
    figure.cubicTo(-0.20, 0.72, -0.08, 0.725, 0.0, 0.725);
    figure.cubicTo(0.08, 0.725, 0.20, 0.72, 0.22, 0.60);
    figure.cubicTo(0.24, 0.40, 0.15, 0.35, 0.13, 0.02);
    figure.closeSubpath();
    const QPointF up = top - feet;
    return QTransform(-up.y(), up.x(), up.x(), up.y(), feet.x(), feet.y()).map(figure);
}

/// Head and feet in the picture; nothing where it is seen from so far above that they are one.
std::optional<QLineF> uprightOf(const BoardProjection& projection, const glm::dvec3& feet, double height,
                                double radius)
{
    const auto low = projection.pixelOf(feet);
    const auto high = projection.pixelOf(feet + glm::dvec3(0.0, height, 0.0));
    const auto metre = projection.pixelsPerMetre(feet);
    if (!low || !high || !metre)
        return std::nullopt;
    const QLineF upright(*low, *high);
    return upright.length() > 0.35 * std::max(height, radius) * *metre ? std::optional(upright)
                                                                       : std::nullopt;
}

} // namespace

std::optional<BoardSpot> boardSpot(const ViewContent& content, const ActorStyles& styles,
                                   const BoardProjection& projection, model::ActorId actor)
{
    const auto row = styles.drawnRow(*content.state, actor);
    if (!row)
        return std::nullopt;
    BoardSpot spot;
    spot.box = styles.box(*content.state, *row);
    const glm::dmat3 turn = glm::mat3_cast(glm::dquat(spot.box.orientation));
    const glm::dvec3 half(spot.box.half);
    const double below =
        std::abs(turn[0].y) * half.x + std::abs(turn[1].y) * half.y + std::abs(turn[2].y) * half.z;
    spot.feet = spot.box.centre - glm::dvec3(0.0, below, 0.0);
    spot.height = 2.0 * below;
    const auto metre = projection.pixelsPerMetre(spot.feet);
    if (!metre)
        return std::nullopt;
    // Somebody far away has a ring that can be seen.
    spot.radius = std::max(RingRoom * std::max(half.x, half.z), LeastBoardRing * projection.scale() / *metre);
    return spot;
}

std::vector<glm::dvec3> boardCircle(const BoardProjection& projection, const glm::dvec3& middle,
                                    double radius)
{
    std::vector<glm::dvec3> out;
    out.reserve(RingCorners + 1);
    for (int i = 0; i < RingCorners; ++i) {
        const double angle = 2.0 * std::numbers::pi * i / RingCorners;
        out.push_back(
            projection.ofPlace(middle + glm::dvec3(std::cos(angle), 0.0, std::sin(angle)) * radius));
    }
    return out;
}

std::optional<QPointF> paintLink(BoardInk& ink, const BoardSpot& a, const BoardSpot& b)
{
    for (const BoardSpot* spot : {&a, &b})
        paintRing(ink, spot->feet, spot->radius, Qt::SolidLine);
    const glm::dvec3 across{b.feet.x - a.feet.x, 0.0, b.feet.z - a.feet.z};
    const double apart = glm::length(across);
    if (apart <= a.radius + b.radius)
        return std::nullopt;
    const glm::dvec3 ahead = across / apart;
    const std::array ends{ink.projection().ofPlace(a.feet + ahead * a.radius),
                          ink.projection().ofPlace(b.feet - ahead * b.radius)};
    const QList<BoardLine> pieces = ink.projection().line(ends);
    if (pieces.isEmpty())
        return std::nullopt;
    ink.stroke(pathThrough(pieces.first().points, false));
    return (pieces.first().points.first() + pieces.first().points.last()) * 0.5;
}

void paintMovedActor(BoardInk& ink, const BoardSpot& spot, const glm::dvec3& from, const glm::dvec3& to,
                     const QString& name, bool person)
{
    const BoardProjection& projection = ink.projection();
    const glm::dvec3 step = to - from;
    const glm::dvec3 feet = spot.feet + step;
    const glm::dvec3 across{step.x, 0.0, step.z};
    const double apart = glm::length(across);
    if (apart > 2.0 * spot.radius) {
        const glm::dvec3 ahead = across / apart;
        const std::array ends{projection.ofPlace(spot.feet + ahead * spot.radius),
                              projection.ofPlace(feet - ahead * spot.radius)};
        for (const BoardLine& piece : projection.line(ends)) {
            if (piece.last)
                ink.arrow(piece.points, false, Qt::DashLine);
            else
                ink.stroke(pathThrough(piece.points, false), Qt::DashLine);
        }
    }
    // Whose own outline lies on the ground needs no ring.
    QPainterPath figure;
    if (person) {
        if (const auto upright = uprightOf(projection, feet, spot.height, spot.radius))
            figure = personPath(upright->p1(), upright->p2());
    } else {
        PickBox box = spot.box;
        box.centre += step;
        std::vector<QPointF> corners;
        for (const glm::dvec3& corner : cornersOf(box)) {
            if (const auto at = projection.pixelOf(corner))
                corners.push_back(*at);
        }
        if (corners.size() == 8)
            figure = closedPath(hullOf(std::move(corners)));
        const QSizeF size = figure.boundingRect().size();
        if (std::max(size.width(), size.height()) < ink.pixels(2.0 * LeastBoardRing))
            figure.clear();
    }
    QRectF drawn = figure.controlPointRect();
    if (person || figure.isEmpty())
        drawn |= paintRing(ink, feet, spot.radius, Qt::DashLine);
    if (!figure.isEmpty()) {
        ink.fill(figure, 0.28);
        ink.stroke(figure, Qt::DashLine);
    }
    const auto low = projection.pixelOf(feet);
    if (low) {
        const double below = std::max(low->y(), drawn.bottom());
        ink.plate(QPointF(low->x(), below + ink.pixels(26.0, 12.0)),
                  QCoreApplication::translate("Render", "%1 · drawn").arg(name));
    }
}

// Light: a disc on the ground and a beam that comes from above, both soft at their edges.

namespace {

/// Maps the square from -1 to 1 onto the ground round a spot; nothing where it is not wholly before the
/// camera.
std::optional<QTransform> groundSquare(const BoardProjection& projection, const BoardSpot& spot)
{
    const double reach = spot.radius * LightReach;
    QPolygonF corners;
    for (const auto& [x, z] : {std::pair{-1.0, -1.0}, {1.0, -1.0}, {1.0, 1.0}, {-1.0, 1.0}}) {
        const auto at = projection.pixelOf(spot.feet + glm::dvec3(x * reach, 0.0, z * reach));
        if (!at)
            return std::nullopt;
        corners << *at;
    }
    QTransform map;
    const QPolygonF square({{-1.0, -1.0}, {1.0, -1.0}, {1.0, 1.0}, {-1.0, 1.0}});
    return QTransform::quadToQuad(square, corners, map) ? std::optional(map) : std::nullopt;
}

QRadialGradient discOf(QColor colour, double core)
{
    QRadialGradient gradient(0.0, 0.0, 1.0);
    gradient.setColorAt(0.0, colour);
    gradient.setColorAt(core, colour);
    colour.setAlphaF(0.0F);
    gradient.setColorAt(1.0, colour);
    return gradient;
}

/// Over the ring up to where it has faded; empty seen from above.
struct Beam
{
    QPolygonF outline;
    QLinearGradient fade(QColor colour) const
    {
        QLinearGradient gradient((outline[0] + outline[3]) * 0.5, (outline[1] + outline[2]) * 0.5);
        gradient.setColorAt(0.0, colour);
        colour.setAlphaF(colour.alphaF() * 0.75F);
        gradient.setColorAt(0.4, colour);
        colour.setAlphaF(0.0F);
        gradient.setColorAt(1.0, colour);
        return gradient;
    }
};

std::optional<Beam> beamOf(const BoardProjection& projection, const BoardSpot& spot, double width)
{
    const double height = spot.height * BeamHeights;
    if (!uprightOf(projection, spot.feet, height, spot.radius))
        return std::nullopt;
    std::optional<std::pair<QPointF, glm::dvec3>> left;
    std::optional<std::pair<QPointF, glm::dvec3>> right;
    for (int i = 0; i < RingCorners; ++i) {
        const double angle = 2.0 * std::numbers::pi * i / RingCorners;
        const glm::dvec3 off{std::cos(angle), 0.0, std::sin(angle)};
        const auto at = projection.pixelOf(spot.feet + off * (spot.radius * width));
        if (!at)
            return std::nullopt;
        if (!left || at->x() < left->first.x())
            left = {*at, off};
        if (!right || at->x() > right->first.x())
            right = {*at, off};
    }
    // It comes together toward its source.
    const auto above = [&](const glm::dvec3& off) {
        return projection.pixelOf(spot.feet + off * (spot.radius * width * 0.55) +
                                  glm::dvec3(0.0, height, 0.0));
    };
    const auto leftTop = above(left->second);
    const auto rightTop = above(right->second);
    if (!leftTop || !rightTop)
        return std::nullopt;
    return Beam{QPolygonF({left->first, *leftTop, *rightTop, right->first})};
}

void paintBeam(QPainter& painter, const BoardProjection& projection, const BoardSpot& spot, QColor colour)
{
    // Several, one within the other, instead of a hard edge.
    constexpr std::array Widths{1.0, 0.86, 0.7};
    colour.setAlphaF(1.0F - std::pow(1.0F - colour.alphaF(), 1.0F / static_cast<float>(Widths.size())));
    painter.setPen(Qt::NoPen);
    for (const double width : Widths) {
        if (const auto beam = beamOf(projection, spot, width * BeamRoom)) {
            painter.setBrush(beam->fade(colour));
            painter.drawPolygon(beam->outline);
        }
    }
}

void paintDisc(QPainter& painter, const BoardProjection& projection, const BoardSpot& spot,
               const QColor& colour, double core)
{
    const auto square = groundSquare(projection, spot);
    if (!square)
        return;
    painter.save();
    painter.setTransform(*square, true);
    painter.setPen(Qt::NoPen);
    painter.setBrush(discOf(colour, core));
    painter.drawEllipse(QRectF(-1.0, -1.0, 2.0, 2.0));
    painter.restore();
}

} // namespace

void paintLights(QPainter& painter, const BoardProjection& projection, std::span<const BoardLight> lights)
{
    double strongest = 0.0;
    for (const BoardLight& light : lights)
        strongest = std::max(strongest, light.opacity);
    if (strongest <= 0.0 || projection.size().isEmpty())
        return;
    // It is soft all over: half the pixels do.
    constexpr double Share = 0.5;
    QImage shade((projection.size() * Share).toSize().expandedTo(QSize(1, 1)),
                 QImage::Format_ARGB32_Premultiplied);
    shade.fill(QColor::fromRgbF(0.02F, 0.025F, 0.035F, static_cast<float>(Dimmed * strongest)));
    QPainter cut(&shade);
    cut.setRenderHint(QPainter::Antialiasing);
    cut.scale(shade.width() / projection.size().width(), shade.height() / projection.size().height());
    cut.setCompositionMode(QPainter::CompositionMode_DestinationOut);
    for (const BoardLight& light : lights) {
        const QColor hole = QColor::fromRgbF(0.0F, 0.0F, 0.0F, static_cast<float>(light.opacity / strongest));
        paintDisc(cut, projection, light.spot, hole, 0.5);
        paintBeam(cut, projection, light.spot, hole);
    }
    cut.end();
    painter.save();
    painter.setRenderHint(QPainter::SmoothPixmapTransform);
    painter.drawImage(QRectF(QPointF(), projection.size()), shade);
    for (const BoardLight& light : lights) {
        QColor glow = light.colour;
        glow.setAlphaF(static_cast<float>(0.42 * light.opacity) * light.colour.alphaF());
        paintDisc(painter, projection, light.spot, glow, 0.45);
        glow.setAlphaF(static_cast<float>(0.2 * light.opacity) * light.colour.alphaF());
        paintBeam(painter, projection, light.spot, glow);
    }
    painter.restore();
}

QRectF lightBounds(const BoardProjection& projection, const BoardSpot& spot)
{
    return projection.area(boardCircle(projection, spot.feet, spot.radius * LightReach)).boundingRect();
}

} // namespace ghostline::render
