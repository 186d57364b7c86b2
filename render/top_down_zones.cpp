// SPDX-License-Identifier: GPL-3.0-or-later
// Pieces of ground that somebody marked: shaded, outlined, named.
#include "render/top_down_private.h"

namespace ghostline::render {

namespace {

constexpr float ZoneShade = 0.18F;
constexpr double ZoneLine = 1.5; // pixels

} // namespace

void TopDownWidget::setZones(std::vector<model::Zone> zones, int chosen)
{
    d->zones = std::move(zones);
    d->chosenZone = chosen;
    d->changed();
}

glm::dvec3 TopDownWidget::groundAt(QPointF pixel) const
{
    const QPointF place = d->toWorld(pixel);
    return {place.x(), d->scene.groundHeight, place.y()};
}

void TopDownWidget::Private::paintZone(QPainter& p, const model::Zone& zone, bool chosen) const
{
    QPolygonF outline;
    outline.reserve(static_cast<qsizetype>(zone.corners.size()));
    for (const glm::dvec2& corner : zone.corners)
        outline << toScreen({corner.x, 0.0, corner.y});
    const QColor colour = chosen ? theme.accent : theme.text;
    QColor shade = colour;
    shade.setAlphaF(ZoneShade);
    p.setBrush(shade);
    cased(p, QPen(colour, chosen ? 2.0 * ZoneLine : ZoneLine), [&] {
        if (zone.circle())
            p.drawEllipse(toScreen({zone.centre.x, 0.0, zone.centre.y}), zone.radius * scale,
                          zone.radius * scale);
        else
            p.drawPolygon(outline);
        p.setBrush(Qt::NoBrush); // shaded once
    });
}

void TopDownWidget::Private::paintZones(QPainter& p) const
{
    for (std::size_t i = 0; i < zones.size(); ++i) {
        if (zoneShown(i))
            paintZone(p, zones[i], static_cast<int>(i) == chosenZone);
    }
}

bool TopDownWidget::Private::zoneShown(std::size_t zone) const
{
    return options.zones || static_cast<int>(zone) == chosenZone;
}

void TopDownWidget::Private::addZoneLabels()
{
    const QRectF shown(owner->rect());
    for (std::size_t i = 0; i < zones.size(); ++i) {
        const glm::dvec2 middle = zones[i].middle();
        const QPointF at = toScreen({middle.x, 0.0, middle.y});
        const bool chosen = static_cast<int>(i) == chosenZone;
        if (zoneShown(i) && !zones[i].name.isEmpty() && shown.contains(at))
            labels.add(zones[i].name, QRectF(at, QSizeF()),
                       chosen ? MapLabels::Rank::Chosen : MapLabels::Rank::Place);
    }
}

} // namespace ghostline::render
