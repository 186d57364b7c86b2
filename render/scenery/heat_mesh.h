// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// A heat map as triangles that lie on the ground. No GL.
#include "render/base/heat_overlay.h"
#include "render/scenery/ground_surface.h"
#include "render/scenery/scenery.h"

namespace ghostline::render {

struct HeatMesh
{
    glm::dvec3 origin{0.0};
    QByteArray vertices; ///< SceneryVertex, relative to the origin; the layer is the opacity
    QByteArray indices;  ///< std::uint32_t, triangles
    unsigned vertexCount = 0;
    unsigned indexCount = 0;
};

/// Where nothing is there are no triangles. `height`: of the ground where there is no surface.
HeatMesh heatMesh(const HeatOverlay& heat, const Theme& theme, const GroundSurface& surface, double height);

} // namespace ghostline::render
