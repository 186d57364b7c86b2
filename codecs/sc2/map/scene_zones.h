// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// Places of a map where other rules hold: nobody flies or walks, or everybody is slower or faster.
#include "codecs/sc2/map/map_data.h"
#include "model/world/scene_description.h"

namespace ghostline::sc2 {

/// Thin rings on the ground, none where the map has no such places or does not tell how large they are.
model::SceneLines zoneRings(const MapData& map);

} // namespace ghostline::sc2
