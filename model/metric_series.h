// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// A number over time, decimated so that a million samples stay smooth without losing a peak.
#include "model/export.h"
#include "model/time_types.h"

#include <QString>

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

} // namespace ghostline::model
