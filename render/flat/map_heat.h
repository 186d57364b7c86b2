// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// A heat map on a flat map: over the ground, under everything that moves.
#include "render/base/heat_overlay.h"
#include "render/flat/map_frame.h"

#include <QImage>

namespace ghostline::render {

class MapHeat
{
public:
    void setContent(const ViewContent& content, ViewChanges changes);
    void paint(QPainter& painter, const MapFrame& map) const;

private:
    QImage m_image; ///< a pixel a cell; null = none
};

} // namespace ghostline::render
