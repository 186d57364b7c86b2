// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// A map as surroundings in world axes (x, z, -y): its ground, water, what stands on it, its small picture.
#include "codecs/sc2/map/map_data.h"
#include "model/world/scene_description.h"

namespace ghostline::sc2 {

/// Resources, rocks, towers and start places: those that a replay reports are not drawn from the map as well.
enum class MapUnits : std::uint8_t { Drawn, LeftToReplay };

/// `name` is the file's; the map's own goes before it. The scene is not heightless by itself: that is the
/// recording's to say.
model::SceneDescription mapScene(const MapData& map, const QString& name, MapUnits units = MapUnits::Drawn);

} // namespace ghostline::sc2
