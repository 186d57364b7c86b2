// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// What all parts of a flat map need for one frame: content, projection, and who is highlighted.
#include "render/actors/actor_styles.h"
#include "render/actors/ghost_cast.h"
#include "render/actors/instance.h"
#include "render/base/crowd.h"
#include "render/base/view_content.h"
#include "render/flat/map_projection.h"

#include <QColor>
#include <QPainter>
#include <QPen>

namespace ghostline::render {

struct MapFrame
{
    const ViewContent& content;
    const ActorStyles& styles;
    const GhostCast& ghosts;
    const MapProjection& projection;
    bool compact = false;   ///< a small map: larger marks, fewer words
    bool edgeMarks = false; ///< those beyond the map's edge are marked at the edge
    model::ActorId followed = model::ActorId::None;
    model::ActorId hovered = model::ActorId::None;

    const model::ReplayInfo& info() const { return *content.index->info; }
    const model::WorldState& state() const { return *content.state; }
    const Theme& theme() const { return content.theme; }
    const ViewOptions& options() const { return content.options; }
    bool crowd() const { return isCrowd(info()); }
    QColor colour(std::size_t row) const { return toColor(styles.colour(state(), row)); }
    QPolygonF polygon(std::span<const glm::dvec3> corners) const;
    /// Where the mark of something is painted.
    QPointF markAt(const glm::dvec3& p) const;
    /// Length and width of a mark on the map, in pixels; at least `smallest`.
    QSizeF markSize(const PickBox& box, double smallest) const;
    /// The upright rectangle round a mark, pixels.
    QRectF markRect(const PickBox& box, double smallest) const;
    /// Which way it points on the map, degrees.
    double markTurn(const PickBox& box) const;

    /// Calls `draw` with the pen of the casing and then with `pen`, so that lines stand out from any ground.
    template<typename Draw>
    void cased(QPainter& p, const QPen& pen, const Draw& draw) const
    {
        QColor casing = theme().casing();
        casing.setAlphaF(casing.alphaF() * pen.color().alphaF());
        QPen under = pen;
        under.setColor(casing);
        under.setWidthF(pen.widthF() + 2.0 * CasingPixels);
        for (const QPen& each : {under, pen}) {
            p.setPen(each);
            draw();
        }
    }
};

} // namespace ghostline::render
