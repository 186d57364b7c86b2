// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// Which curves a summary shows: the score, what observers of the format look at first, else how fast those
// went that it is about.
#include "model/metrics/metrics.h"
#include "model/summary/match_summary.h"

namespace ghostline::model {

/// Both series change only where they have a sample: who is ahead, and by how much, where either changes.
std::vector<MetricSample> leadOf(std::span<const MetricSample> a, std::span<const MetricSample> b);

/// Walks the frames once. Plots in which nothing happens are left out.
Result<std::vector<SummaryPlot>> readSummaryPlots(const ReplaySource& source, const ReplayIndex& index,
                                                  int mostPoints, const Progress& progress,
                                                  std::stop_token stop);

} // namespace ghostline::model
