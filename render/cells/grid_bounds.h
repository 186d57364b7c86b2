// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// How much of the cells a camera that shows everything should have in view.
#include "model/world/scene_description.h"
#include "render/cells/grid_layers.h"

#include <initializer_list>

namespace ghostline::render {

/// `bounds` extended by the cells near it; cells far away are left out. When `bounds` is not valid, those
/// near the middle of all cells.
model::Bounds withGrids(model::Bounds bounds, std::initializer_list<const GridLayers*> grids);

} // namespace ghostline::render
