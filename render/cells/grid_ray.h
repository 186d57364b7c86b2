// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// How far one can see between blocks. Pure.
#include "render/cells/grid_layers.h"

#include <glm/glm.hpp>

namespace ghostline::render {

/// The share of the way from one place to another, 0 to 1, before the first cell that hides what is behind
/// it: a whole cube that does, or a box of one that is none. What the way begins in does not count, and
/// neither do plants, leaves and what one can see through. `recorded` layers that override take the place of
/// cells of `surroundings`. Allocates nothing but once for each thread.
double freeShare(const GridLayers& surroundings, const GridLayers& recorded, const glm::dvec3& from,
                 const glm::dvec3& to);

} // namespace ghostline::render
