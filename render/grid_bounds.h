// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// How much of the cells a camera should take in.
#include "model/scene_description.h"

#include <initializer_list>

namespace ghostline::render {

using GridLayers = std::vector<std::shared_ptr<const model::GridLayer>>;

/// `bounds` with the cells within reach of it: what lies thousands of metres off is left out. Where nothing
/// is there yet, the cells within a larger reach of their own middle.
model::Bounds withGrids(model::Bounds bounds, std::initializer_list<const GridLayers*> grids);

} // namespace ghostline::render
