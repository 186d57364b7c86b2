// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// Heat maps of what is there in every frame: positions, stops, what cameras look at, metrics.
#include "model/heat/heat_map.h"

namespace ghostline::model {

/// `ranges`: in order, apart from one another. The options are sound.
Result<HeatGrid> readHeatSamples(const ReplaySource& source, const HeatOptions& options,
                                 const std::vector<FrameRange>& ranges, const Progress& progress,
                                 const std::stop_token& stop);

} // namespace ghostline::model
