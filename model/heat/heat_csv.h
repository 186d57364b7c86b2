// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// A heat map as CSV: a grid as it lies on the map, the first row the x of the cells' middles, the first
// column their z, in the recording's units of length. Two lines that begin with # say what it is.
#include "model/heat/heat_grid.h"

#include <QByteArray>

namespace ghostline::model {

/// A cell is empty where a mean has nothing to be a mean of; of all else nothing is 0.
GHOSTLINE_MODEL_EXPORT QByteArray heatCsv(const HeatGrid& grid);

} // namespace ghostline::model
