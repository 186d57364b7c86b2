// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// A map as surroundings in world axes (x, z, -y): its ground, water, what stands on it, its small picture.
#include "codecs/sc2/map/map_data.h"
#include "model/world/scene_description.h"

namespace ghostline::sc2 {

/// `name` is the file's. The scene is not heightless by itself: that is the recording's to say.
model::SceneDescription mapScene(const MapData& map, const QString& name);

} // namespace ghostline::sc2
