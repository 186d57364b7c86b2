// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// Reads what curves are drawn from.
#include "app/gui/plots/plot_spec.h"

namespace ghostline::app {

/// One series a curve, as readMetrics() gives them. Derived ones are worked out of every recorded frame and
/// decimated afterwards. Works in any thread.
model::Result<std::vector<model::MetricSeries>>
readPlots(const model::ReplaySource& source, const std::vector<PlotSpec>& specs, model::FrameRange frames,
          int maxPoints, const model::Progress& progress, const std::stop_token& stop);

} // namespace ghostline::app
