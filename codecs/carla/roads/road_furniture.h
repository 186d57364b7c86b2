// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// Signs, lights and objects of a road as simple shapes: poles with plates, boxes, posts and extruded
// outlines.
#include "codecs/carla/roads/opendrive.h"
#include "codecs/carla/roads/road_surfaces.h"

namespace ghostline::carla {

void addFurniture(const Road& road, const Furniture& piece, RoadSurfaces& surfaces);
/// A crosswalk on the road, or the walls of an object.
void addOutline(const Road& road, const Outline& outline, RoadSurfaces& surfaces);

} // namespace ghostline::carla
