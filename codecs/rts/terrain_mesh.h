// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// Natural ground as few triangles: large where it is plain, down to half a cell where it is not. No cracks.
#include "model/world/scene_description.h"

#include <span>

namespace ghostline::rts {

/// Map axes: x to the east, y to the north, one cell is one metre; columns and rows are cells.
struct TerrainGrid
{
    int columns = 0;
    int rows = 0;
    std::span<const float> heights;              ///< of corners, (columns + 1) x (rows + 1), south row first
    std::span<const model::SceneColour> colours; ///< of corners
    std::span<const std::uint8_t> holes;         ///< of cells: other than 0 = nothing is there; empty = none

    bool valid() const;
};

inline constexpr std::size_t UsualTerrainTriangles = 26'000;

/// At most `triangles`, but for what the border of the map itself needs: the more there is to show, the
/// further colours, then heights may be off, and at last holes. Its vertices are corners of the grid, in
/// world axes (x, z, -y). Every edge that two triangles meet at is whole in both. Empty when the grid is not
/// valid.
model::SceneMesh terrainMesh(const TerrainGrid& grid, std::size_t triangles = UsualTerrainTriangles);

} // namespace ghostline::rts
