// SPDX-License-Identifier: GPL-3.0-or-later
// Some lie below the marks of actors, rings above them.
#include "render/flat/map_lines.h"

#include "model/world/standing.h"
#include "render/base/selection.h"
#include "render/camera/camera_math.h"

#include <QPainterPath>

#include <algorithm>
#include <cmath>

namespace ghostline::render {

namespace {

constexpr double MapDashPixels = 9.0; // and the gap after it
constexpr float ZoneShade = 0.18F;
constexpr double ZoneLine = 1.5; // pixels

QPointF onMap(const glm::dvec3& d) { return {d.x, d.z}; }

void paintTrail(QPainter& p, const MapFrame& map, const Trail& trail, QColor colour)
{
    const QRectF around = map.projection.rect().adjusted(-200, -200, 200, 200);
    QPainterPath path;
    bool pen = false;
    for (const glm::dvec3& point : trail.points) {
        const QPointF at = map.projection.toScreen(point);
        if (!std::isfinite(at.x()) || !std::isfinite(at.y()) || !around.contains(at)) {
            pen = false;
            continue;
        }
        pen ? path.lineTo(at) : path.moveTo(at);
        pen = true;
    }
    colour.setAlphaF(0.6F);
    p.setBrush(Qt::NoBrush);
    p.setPen(QPen(colour, 1.5, Qt::SolidLine, Qt::RoundCap, Qt::RoundJoin));
    p.drawPath(path);
}

void paintTrails(QPainter& p, const MapFrame& map)
{
    for (const Trail& trail : *map.content.trails) {
        const auto row = map.options().trails ? map.styles.drawnRow(map.state(), trail.actor) : std::nullopt;
        if (!row)
            continue;
        // A small map shows the paths that matter.
        if (map.compact && !map.styles.focus(trail.actor) && trail.actor != map.content.selection &&
            trail.actor != map.followed)
            continue;
        paintTrail(p, map, trail, map.colour(*row));
    }
}

/// The wedge of ground before the camera; for a camera from above, its frame.
void paintView(QPainter& p, const MapFrame& map, const CameraPose& camera, double aspect)
{
    QColor line = map.theme().text;
    QColor fill = map.theme().text;
    line.setAlphaF(0.75F);
    fill.setAlphaF(0.14F);
    if (camera.orthographic) {
        const double height = camera.orthographicHeight * map.projection.scale();
        QSizeF size(height * aspect, height);
        if (map.projection.turns() != 0)
            size.transpose();
        p.setBrush(Qt::NoBrush);
        const QPointF at = map.projection.toScreen(camera.target);
        const QRectF seen(at.x() - size.width() * 0.5, at.y() - size.height() * 0.5, size.width(),
                          size.height());
        map.cased(p, QPen(line, 1.0), [&] { p.drawRect(seen); });
        return;
    }
    const QPointF eye = map.projection.toScreen(camera.position);
    const QPointF ahead = map.projection.turn(onMap(forwardOf(camera)));
    if (std::hypot(ahead.x(), ahead.y()) > 0.05) {
        const double half =
            std::atan(std::tan(glm::radians(camera.verticalFov) * 0.5) * std::max(aspect, 0.1));
        const QPointF target = map.projection.toScreen(camera.target) - eye;
        const double reach =
            std::max(std::hypot(target.x(), target.y()) * 1.4,
                     std::min(map.projection.size().width(), map.projection.size().height()) * 0.25);
        const double bearing = std::atan2(ahead.y(), ahead.x());
        const auto corner = [&](double angle) {
            return eye + QPointF(std::cos(angle), std::sin(angle)) * reach;
        };
        // It fades toward what is far away.
        const auto fading = [&](QColor colour) {
            QRadialGradient gradient(eye, reach);
            gradient.setColorAt(0.3, colour);
            colour.setAlphaF(0.0F);
            gradient.setColorAt(1.0, colour);
            return QBrush(gradient);
        };
        p.setPen(Qt::NoPen);
        p.setBrush(fading(fill));
        p.drawPolygon(QPolygonF({eye, corner(bearing - half), corner(bearing), corner(bearing + half)}));
        for (const QPen& pen :
             {QPen(fading(map.theme().casing()), 1.0 + 2.0 * CasingPixels), QPen(fading(line), 1.0)}) {
            p.setPen(pen);
            p.drawLine(eye, corner(bearing - half));
            p.drawLine(eye, corner(bearing + half));
        }
    }
    p.setPen(QPen(line, 1.0));
    p.setBrush(map.theme().base);
    p.drawEllipse(eye, 3.0, 3.0);
}

/// What recorded cameras show of the ground.
void paintFootprints(QPainter& p, const MapFrame& map)
{
    p.setBrush(Qt::NoBrush);
    for (std::size_t row = 0; row < map.state().size(); ++row) {
        const auto corners = map.styles.footprint(map.state(), row, model::recordedLevel(*map.content.scene));
        // As a player, one does not know where the others look.
        if (!corners ||
            (map.styles.perspective().active() && !map.styles.perspective().own(map.state().ids[row])))
            continue;
        map.cased(p, QPen(map.colour(row), map.state().ids[row] == map.content.selection ? 2.0 : 1.25),
                  [&] { p.drawPolygon(map.polygon(*corners)); });
    }
}

void paintGhostTrails(QPainter& p, const MapFrame& map)
{
    for (const Trail& trail : *map.content.ghostTrails) {
        if (map.options().trails)
            paintTrail(p, map, trail, trail.abandoned ? map.theme().textMuted : map.theme().hue(trail.hue));
    }
}

void paintZone(QPainter& p, const MapFrame& map, const model::Zone& zone, bool chosen)
{
    QPolygonF outline;
    outline.reserve(static_cast<qsizetype>(zone.corners.size()));
    for (const glm::dvec2& corner : zone.corners)
        outline << map.projection.toScreen({corner.x, 0.0, corner.y});
    const QColor colour = map.theme().text;
    QColor shade = colour;
    shade.setAlphaF(ZoneShade);
    p.setBrush(shade);
    const auto draw = [&] {
        if (zone.circle())
            p.drawEllipse(map.projection.toScreen({zone.centre.x, 0.0, zone.centre.y}),
                          zone.radius * map.projection.scale(), zone.radius * map.projection.scale());
        else
            p.drawPolygon(outline);
        p.setBrush(Qt::NoBrush); // shaded once
    };
    if (chosen)
        outlineSelection(p, 2.0 * ZoneLine, draw);
    else
        map.cased(p, QPen(colour, ZoneLine), draw);
}

void paintZones(QPainter& p, const MapFrame& map)
{
    for (std::size_t i = 0; i < (*map.content.zones).size(); ++i) {
        if (map.content.zoneShown(i))
            paintZone(p, map, (*map.content.zones)[i], map.content.zoneChosen(i));
    }
}

} // namespace

void MapLines::setIndex(const model::ReplayIndex& index)
{
    m_rings.setIndex(index);
    m_sight.reset();
}

void MapLines::paintBelow(QPainter& p, const MapFrame& map, const MapCamera& camera)
{
    paintZones(p, map);
    paintTrails(p, map);
    if (camera.pose)
        paintView(p, map, *camera.pose, camera.aspect);
    paintFootprints(p, map);
    paintSight(p, map);
    paintGhostTrails(p, map);
}

void MapLines::paintAbove(QPainter& p, const MapFrame& map) { paintRings(p, map); }

void MapLines::paintRings(QPainter& p, const MapFrame& map)
{
    constexpr double SmallestRing = 6.0; // pixels
    p.setBrush(Qt::NoBrush);
    for (const GroundRing& ring : m_rings.at(map.content, map.styles)) {
        const double whole = static_cast<double>(ring.radius) * map.projection.scale();
        if (ring.toScale && whole < SmallestRing)
            continue;
        const double radius = std::max(SmallestRing, whole) * static_cast<double>(ring.share);
        QColor colour = toColor(ring.colour);
        colour.setAlphaF(ring.colour.a);
        map.cased(p, QPen(colour, ring.strong ? 2.5 : 1.5),
                  [&] { p.drawEllipse(map.projection.toScreen(ring.centre), radius, radius); });
    }
}

/// How far somebody sees, see SightOutline.
void MapLines::paintSight(QPainter& p, const MapFrame& map)
{
    if (!map.options().sight)
        return;
    m_sight.update(map.state(), map.styles, map.content.selection, map.content.playing);
    m_dashes.clear();
    m_sight.appendDashes(m_dashes, MapDashPixels / map.projection.scale());
    // Those of one colour and width follow one another.
    for (auto dash = m_dashes.begin(); dash != m_dashes.end();) {
        const auto end = std::find_if(dash, m_dashes.end(), [&dash](const SightOutline::Dash& other) {
            return other.team != dash->team || other.selected != dash->selected;
        });
        // Flat ends: a casing leaves the gaps free.
        const QPen pen(toColor(map.styles.teamColour(dash->team)), dash->selected ? 2.0 : 1.25, Qt::SolidLine,
                       Qt::FlatCap);
        m_dashLines.clear();
        for (; dash != end; ++dash)
            m_dashLines.emplace_back(map.projection.toScreen({dash->from.x, 0.0, dash->from.y}),
                                     map.projection.toScreen({dash->to.x, 0.0, dash->to.y}));
        map.cased(p, pen, [&] { p.drawLines(m_dashLines.data(), static_cast<int>(m_dashLines.size())); });
    }
}

} // namespace ghostline::render
