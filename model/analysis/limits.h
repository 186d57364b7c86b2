// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// When a metric of poses was over a limit: hard acceleration, sharp turns, speeding.
#include "model/analysis/findings.h"
#include "model/metrics/metrics.h"

namespace ghostline::model {

struct LimitOptions
{
    MetricInfo metric;  ///< one that needs an actor and no other; not a property
    double above = 0.0; ///< either sign: braking is an acceleration, too
    Micros minLength{200'000};
    ActorFilter actors;
    ActorId one = ActorId::None; ///< only this actor
};

/// Over the limit at each of its frames; its provenance is that of the worst pose, its place that of the
/// peak.
struct Excess : Stretch
{
    ActorId actor = ActorId::None;
    double peak = 0.0; ///< with its sign
};

struct Excesses
{
    std::vector<Excess> found; ///< by first frame
    FrameNumber frames = 0;
    bool capped = false;
};

inline constexpr std::size_t MostExcesses = 10'000;

/// The metrics that have a limit to be over.
GHOSTLINE_MODEL_EXPORT std::vector<MetricInfo> limitMetrics(const ReplayInfo& info);
/// InvalidArgument when the metric is not one of those. A pose that is only held at the last known place
/// neither begins nor ends anything.
GHOSTLINE_MODEL_EXPORT Result<Excesses> findExcesses(const ReplaySource& source, const LimitOptions& options,
                                                     const Progress& progress, std::stop_token stop);
GHOSTLINE_MODEL_EXPORT Findings findingsOf(const Excesses& excesses, const LimitOptions& options,
                                           const ReplayInfo& info);

} // namespace ghostline::model
