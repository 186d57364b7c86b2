// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// What was placed on a map as simple solids: by the words of its type, sized by its scale.
#include "codecs/sc2/map/map_scene.h"

#include <span>

namespace ghostline::sc2 {

/// What is nearest to where is played comes first, as far as the limits go; tiny things and what is no solid
/// (lights, sounds, decals) are left out. `ground`: colours of the corners, in which things are tinted; may
/// be empty.
model::SceneMesh placedProps(const MapData& map, MapUnits units, std::span<const glm::u8vec3> ground);

/// Resources, rocks and towers: what replays report of the map itself, at places rounded down.
bool isReportedThing(const MapObject& object);

} // namespace ghostline::sc2
