// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// How far one can see between blocks. Pure.
#include "render/cells/grid_layers.h"

#include <glm/glm.hpp>

namespace ghostline::render {

/// The share of the way from one place to another, 0 to 1, before the first cell that hides what is behind
/// it. The cell that the way begins in does not count, and neither does what one can see through.
double freeShare(const GridLayers& grids, const glm::dvec3& from, const glm::dvec3& to);

} // namespace ghostline::render
