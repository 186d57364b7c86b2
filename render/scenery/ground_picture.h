// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// The ground of a map from above, as a picture: the map's own, or terrain with its colours and the light on
// its slopes.
#include "render/base/theme.h"

#include <QImage>
#include <QRectF>

namespace ghostline::render {

struct GroundPicture
{
    QImage image;  ///< RGB32 or ARGB32_Premultiplied; null = none
    QRectF ground; ///< that it covers: x and z, metres
};

/// Adapted to the theme. Slow: once for each scene. Null where the scene has neither a picture nor terrain.
GroundPicture groundPicture(const model::SceneDescription& scene, const Theme& theme);

} // namespace ghostline::render
