// SPDX-License-Identifier: GPL-3.0-or-later
// Ghosts on the map: outlines, so that a filled mark is always somebody of this recording. A ghost may have a
// map of its own beside the runner's.
#include "render/top_down_private.h"

namespace ghostline::render {

namespace {

constexpr double SmallestGhost = 7.0; // pixels
constexpr double OutlinePixels = 1.5;
constexpr double MapOutlookPixels = 1.25;

double smallestGhost(bool compact) { return compact ? CompactMark : SmallestGhost; }

} // namespace

void TopDownWidget::Private::paintGhostTrails(QPainter& p) const
{
    for (const Trail& trail : ghostTrails) {
        if (options.trails)
            paintTrail(p, trail, trail.abandoned ? theme.textMuted : theme.hue(trail.hue));
    }
}

void TopDownWidget::Private::addGhostLabels()
{
    for (std::size_t i = 0; i < ghosts.size(); ++i) {
        if (!ghosts.drawn(i) || ghosts.outlook(i, scene.groundHeight))
            continue;
        const QRectF mark = markRect(ghosts.box(i), smallestGhost(compact));
        labels.addMark(mark);
        if (options.labels && !compact)
            labels.add(ghosts.name(i), mark, MapLabels::Rank::Principal);
    }
}

void TopDownWidget::Private::paintGhost(QPainter& p, std::size_t ghost) const
{
    const glm::vec4 c = ghosts.colour(ghost);
    const QColor colour = QColor::fromRgbF(c.r, c.g, c.b);
    p.setBrush(Qt::NoBrush);
    if (const auto corners = ghosts.outlook(ghost, scene.groundHeight)) {
        QPolygonF outline;
        for (const glm::dvec3& corner : *corners)
            outline << toScreen(corner);
        cased(p, QPen(colour, MapOutlookPixels, Qt::DashLine), [&] { p.drawPolygon(outline); });
        return;
    }
    if (!ghosts.drawn(ghost))
        return;
    const PickBox box = ghosts.box(ghost);
    const QSizeF size = markSize(box, smallestGhost(compact));
    const QRectF mark(-size.width() * 0.5, -size.height() * 0.5, size.width(), size.height());
    // Where it is heading: a beak before the mark.
    const QPointF tip(mark.right() + size.width() * 0.3, 0.0);
    p.save();
    p.translate(markAt(box.centre));
    p.rotate(markTurn(box));
    cased(p, QPen(colour, OutlinePixels), [&] {
        const double corner = size.height() * 0.2;
        ghosts.round(ghost) ? p.drawEllipse(mark) : p.drawRoundedRect(mark, corner, corner);
        p.drawPolyline(
            QPolygonF({{mark.right(), -size.height() * 0.25}, tip, {mark.right(), size.height() * 0.25}}));
    });
    p.restore();
}

void TopDownWidget::setGhosts(std::span<const GhostFigure> figures)
{
    if (figures.empty() && d->ghosts.empty())
        return;
    d->ghosts.set(figures);
    d->changed();
}

void TopDownWidget::setGhostTrails(std::vector<Trail> trails)
{
    if (trails.empty() && d->ghostTrails.empty())
        return;
    d->ghostTrails = std::move(trails);
    d->changed();
}

void TopDownWidget::lookLike(const TopDownWidget& other)
{
    d->scale = other.d->scale;
    d->centre = other.d->centre;
    d->fitted = d->moved = true;
    d->changed();
}

} // namespace ghostline::render
