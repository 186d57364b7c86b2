// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// Heat maps of what happened: how often, or how much of a number that events bear.
#include "model/heat/heat_map.h"

namespace ghostline::model {

/// As readHeatSamples(). Frames are decoded only where an event does not say itself where it was.
Result<HeatGrid> readHeatEvents(const ReplaySource& source, const HeatOptions& options,
                                const std::vector<FrameRange>& ranges, const Progress& progress,
                                const std::stop_token& stop);

} // namespace ghostline::model
