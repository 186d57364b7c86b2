// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// Lines on a flat map: zones, trails, what cameras see, how far units see, rings.
#include "render/actors/ground_rings.h"
#include "render/actors/sight_outline.h"
#include "render/flat/map_frame.h"

#include <QLineF>

#include <optional>
#include <vector>

namespace ghostline::render {

/// A camera whose view is shown on the map.
struct MapCamera
{
    std::optional<CameraPose> pose{};
    double aspect = 1.6; ///< of its picture
};

class MapLines
{
public:
    void setIndex(const model::ReplayIndex& index);
    void paintBelow(QPainter& p, const MapFrame& map, const MapCamera& camera);
    void paintAbove(QPainter& p, const MapFrame& map);

private:
    void paintSight(QPainter& p, const MapFrame& map);
    void paintRings(QPainter& p, const MapFrame& map);

    GroundRings m_rings;
    SightOutline m_sight;
    std::vector<SightOutline::Dash> m_dashes; ///< these two are kept for their memory
    std::vector<QLineF> m_dashLines;
};

} // namespace ghostline::render
