// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// Surfaces sorted into squares of the ground, so that what is out of view or too far for its detail costs
// nothing.
#include "render/scenery.h"

namespace ghostline::render {

SceneryDetail sceneryDetail(model::SceneRole role);
/// Whether what is narrowest in it is wide enough to be seen; what is broader always is.
bool detailSeen(SceneryDetail detail, double pixelsPerMetre);

/// Whether nobody can tell a coarse level from the fine one.
bool coarseWillDo(double pixelsPerMetre);

/// Puts `indices` in the order of tiles and details; triangles of one of both keep theirs. Coarse levels are
/// added behind. `details` has one for each triangle.
std::vector<SceneryTile> tileScenery(std::span<const SceneryVertex> vertices,
                                     std::span<const SceneryDetail> details,
                                     std::vector<std::uint32_t>& indices);

} // namespace ghostline::render
