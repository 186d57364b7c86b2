// SPDX-License-Identifier: GPL-3.0-or-later
// Limits keep a map from being zoomed to where numbers end.
#include "render/flat/map_projection.h"

#include <algorithm>
#include <cmath>

namespace ghostline::render {

namespace {

constexpr double ZoomFactor = 1.18;      // per wheel step
constexpr double SmallestScale = 0.0005; // pixels a metre
constexpr double LargestScale = 400.0;
constexpr double LargestFit = 40.0;
constexpr double FilledShare = 0.92; // of the map is filled

} // namespace

QRectF MapProjection::groundRect(double times) const
{
    QSizeF half = m_size * times * 0.5 / m_scale;
    if (m_turns != 0)
        half.transpose();
    return {m_centre.x() - half.width(), m_centre.y() - half.height(), 2.0 * half.width(),
            2.0 * half.height()};
}

void MapProjection::fit(const QRectF& world, int turns)
{
    m_centre = world.center();
    m_turns = turns;
    QSizeF room = m_size;
    if (turns != 0)
        room.transpose();
    m_scale = std::clamp(std::min(room.width() / world.width(), room.height() / world.height()) * FilledShare,
                         SmallestScale, LargestFit);
}

void MapProjection::zoom(double steps, QPointF at)
{
    const QPointF before = toWorld(at);
    m_scale = std::clamp(m_scale * std::pow(ZoomFactor, steps), SmallestScale, LargestScale);
    m_centre += before - toWorld(at);
}

void MapProjection::lookLike(const MapProjection& other)
{
    m_scale = other.m_scale;
    m_centre = other.m_centre;
}

} // namespace ghostline::render
