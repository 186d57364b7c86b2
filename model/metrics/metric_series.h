// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// A number over time: decimated, so that a million samples stay smooth without losing a peak, and worked out
// from other series (difference, rate of change, moving mean).
#include "model/base/export.h"
#include "model/base/time_types.h"

#include <QString>

#include <cstdint>
#include <span>
#include <vector>

namespace ghostline::model {

struct MetricSample
{
    double time = 0.0;  ///< seconds since the first frame
    double value = 0.0; ///< NaN = no value here: the line is broken
};

struct MetricSeries
{
    QString name;
    QString unit;
    std::vector<MetricSample> samples; ///< ascending time
    bool decimated = false;            ///< two samples (minimum and maximum) a bucket
};

/// At most about maxPoints samples; every bucket keeps its minimum and maximum in time order, gaps stay gaps.
GHOSTLINE_MODEL_EXPORT std::vector<MetricSample> decimate(std::span<const MetricSample> samples,
                                                          int maxPoints);

/// By sample: 1 where nothing leads there from the sample before, a jump or a long gap. Empty = nowhere.
using Cuts = std::vector<std::uint8_t>;

/// Marks what follows the sample before by more than `longest` seconds.
GHOSTLINE_MODEL_EXPORT Cuts gapCuts(std::span<const MetricSample> samples, double longest);

/// a - b. Both come from one walk over the frames: as many samples, at the same times.
GHOSTLINE_MODEL_EXPORT std::vector<MetricSample> differenceOf(std::span<const MetricSample> a,
                                                              std::span<const MetricSample> b);

/// Change since the sample before, per second; NaN where there is none to compare with. Where samples share a
/// time the rate before them stands, as it does for metrics.
GHOSTLINE_MODEL_EXPORT std::vector<MetricSample> rateOf(std::span<const MetricSample> samples,
                                                        const Cuts& cuts);

/// Mean over `window` seconds around each sample: of the line through the samples, so that it weighs them by
/// time, however unevenly they lie. It takes in nothing from beyond a gap or a cut, and less than the window
/// beside one.
GHOSTLINE_MODEL_EXPORT std::vector<MetricSample> movingMeanOf(std::span<const MetricSample> samples,
                                                              const Cuts& cuts, double window);

} // namespace ghostline::model
