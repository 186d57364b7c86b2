// SPDX-License-Identifier: GPL-3.0-or-later
#include "render/flat/map_heat.h"

namespace ghostline::render {

void MapHeat::setContent(const ViewContent& content, ViewChanges changes)
{
    if (!(changes & (ViewPart::Heat | ViewPart::Theme)))
        return;
    // Scaled by the painter, which wants its colours multiplied already.
    m_image = heatImage(*content.heat, content.theme);
    if (!m_image.isNull())
        m_image = m_image.convertToFormat(QImage::Format_ARGB32_Premultiplied);
}

void MapHeat::paint(QPainter& painter, const MapFrame& map) const
{
    if (m_image.isNull() || !map.options().heatMap)
        return;
    const MapProjection& projection = map.projection;
    painter.save();
    painter.setRenderHint(QPainter::SmoothPixmapTransform, map.content.heat->look.blend);
    painter.translate(projection.middle());
    painter.rotate(90.0 * projection.turns());
    painter.scale(projection.scale(), projection.scale());
    painter.translate(-projection.centre());
    painter.drawImage(map.content.heat->ground(), m_image);
    painter.restore();
}

} // namespace ghostline::render
