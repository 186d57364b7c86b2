// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// How the ground of a map is painted, and where things lie on it.
#include "codecs/sc2/map/map_data.h"

namespace ghostline::sc2 {

/// World axes: one cell is one metre.
inline glm::dvec3 mapToWorld(double x, double y, double height) { return {x, height, -y}; }
/// There is a height for every corner.
bool hasGround(const MapData& map);
/// What is played on in cells: left, bottom, right, top. All of the map where that is not told or nonsense.
glm::ivec4 playedOn(const MapData& map);
/// How many cells a place is away from what is played on; 0 on it.
double beyondPlayed(const MapData& map, const glm::dvec2& place);

/// Of what lies beyond what is played on.
inline constexpr float BeyondLight = 0.45F;
/// sRGB of each corner: rock where it is steep, ramps lighter, darker beyond what is played on. In neutral
/// colours where the map tells none.
std::vector<glm::u8vec3> paintedGround(const MapData& map);

} // namespace ghostline::sc2
