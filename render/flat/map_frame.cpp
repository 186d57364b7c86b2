// SPDX-License-Identifier: GPL-3.0-or-later
// Marks keep a size that can be seen, whatever the scale.
#include "render/flat/map_frame.h"

#include <algorithm>
#include <cmath>

namespace ghostline::render {

namespace {

constexpr double EdgePixels = 10.0;

} // namespace

QPointF MapFrame::markAt(const glm::dvec3& p) const
{
    const QPointF at = projection.toScreen(p);
    if (!edgeMarks)
        return at;
    const QSizeF size = projection.size();
    return {std::clamp(at.x(), EdgePixels, std::max(EdgePixels, size.width() - EdgePixels)),
            std::clamp(at.y(), EdgePixels, std::max(EdgePixels, size.height() - EdgePixels))};
}

QSizeF MapFrame::markSize(const PickBox& box, double smallest) const
{
    QSizeF size(2.0 * static_cast<double>(box.half.z) * projection.scale(),
                2.0 * static_cast<double>(box.half.x) * projection.scale());
    if (const double small = std::max(size.width(), size.height()); small < smallest) {
        size *= smallest / std::max(small, 1e-6);
        size = size.expandedTo(QSizeF(smallest * 0.6, smallest * 0.6));
    }
    return size;
}

double MapFrame::markTurn(const PickBox& box) const
{
    const glm::dvec3 ahead(box.orientation * glm::vec3(0.0F, 0.0F, 1.0F));
    const QPointF onMap = projection.turn(QPointF(ahead.x, ahead.z));
    return glm::degrees(std::atan2(onMap.y(), onMap.x()));
}

QPolygonF MapFrame::polygon(std::span<const glm::dvec3> corners) const
{
    QPolygonF out;
    out.reserve(static_cast<qsizetype>(corners.size()));
    for (const glm::dvec3& corner : corners)
        out << projection.toScreen(corner);
    return out;
}

QRectF MapFrame::markRect(const PickBox& box, double smallest) const
{
    const QSizeF size = markSize(box, smallest);
    const double angle = glm::radians(markTurn(box));
    const double c = std::abs(std::cos(angle)), s = std::abs(std::sin(angle));
    const QSizeF room(c * size.width() + s * size.height(), s * size.width() + c * size.height());
    return {markAt(box.centre) - QPointF(room.width(), room.height()) * 0.5, room};
}

} // namespace ghostline::render
