// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// Where those who are compared spent their time, laid over the same cells so that one scale serves all.
#include "model/heat/heat_grid.h"
#include "model/players/player_profile.h"

namespace ghostline::model {

/// Seconds by place, a grid each, all of one layout: around every place of any of them, `along` cells on the
/// longer side, spread by a Gaussian of `sigma` cells. Empty grids where nobody was anywhere.
GHOSTLINE_MODEL_EXPORT std::vector<HeatGrid> placeGrids(std::span<const PlayerProfile* const> profiles,
                                                        int along = 64, double sigma = 1.0);

} // namespace ghostline::model
