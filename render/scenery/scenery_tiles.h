// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// Sorts surfaces into tiles (squares of the ground): tiles out of view are culled, details too small to be
// seen are skipped.
#include "render/scenery/scenery.h"

namespace ghostline::render {

SceneryDetail sceneryDetail(model::SceneRole role);
/// False when things of this detail are too thin to be seen at this scale. Flat and Solid always can be seen.
bool detailVisible(SceneryDetail detail, double pixelsPerMetre);

/// True when the error of the coarse level of detail is too small to be seen at this scale.
bool coarseLevelSuffices(double pixelsPerMetre);

/// Sorts the triangles of `indices` by tile, then by detail, and appends the coarse levels of detail.
/// Triangles of the same tile and detail keep their order. `details` has one entry for each triangle.
std::vector<SceneryTile> tileScenery(std::span<const SceneryVertex> vertices,
                                     std::span<const SceneryDetail> details,
                                     std::vector<std::uint32_t>& indices);

} // namespace ghostline::render
