// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// Water as level surfaces, only where the ground lies below them.
#include "codecs/sc2/map/map_data.h"
#include "model/world/scene_description.h"

namespace ghostline::sc2 {

/// Empty when there is none, or it lies below all of the ground.
model::SceneMesh waterMesh(const MapData& map);

} // namespace ghostline::sc2
