// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// Metrics: every plottable property, and what any format with poses gets for free.
#include "model/base/export.h"
#include "model/base/numbers.h"
#include "model/metrics/metric_series.h"
#include "model/replay/replay_source.h"
#include "model/world/zone.h"

#include <memory>
#include <span>

namespace ghostline::model {

enum class MetricSource {
    ActorProperty,
    MatchProperty,
    Speed,
    VerticalSpeed,
    Acceleration,
    TurnRate,
    Height,
    PlaceX, ///< in world space
    PlaceY,
    PlaceZ,
    Heading, ///< headingOf()
    DistanceCovered,
    DistanceBetween,
    NearestDistance, ///< to whoever else moves by itself
    InZone           ///< 1 inside, 0 outside
};

struct MetricInfo
{
    QString id; ///< stable snake_case, unique in a replay
    QString name;
    QString unit;
    QString group;
    MetricSource source = MetricSource::Speed;
    std::int32_t property = -1;         ///< of the first two sources: its place in their table
    std::shared_ptr<const Zone> zone{}; ///< for InZone
    bool needsActor() const { return source != MetricSource::MatchProperty; }
    bool needsOther() const { return source == MetricSource::DistanceBetween; }
    /// Whether it only says where somebody is: for whoever asks for it, not in an overview.
    bool isPlace() const
    {
        return source == MetricSource::PlaceX || source == MetricSource::PlaceY ||
               source == MetricSource::PlaceZ || source == MetricSource::Heading;
    }
    /// Its value at one frame depends on every frame before.
    bool sums() const { return source == MetricSource::DistanceCovered; }
};

/// All metrics a replay offers: generic ones first, then the zones marked in it, then its properties in
/// declared order.
GHOSTLINE_MODEL_EXPORT std::vector<MetricInfo> metricsOf(const ReplayInfo& info,
                                                         std::span<const Zone> zones = {});

/// What to read; `other` only for DistanceBetween.
struct MetricRequest
{
    MetricInfo metric;
    ActorId actor = ActorId::None;
    ActorId other = ActorId::None;
};

/// Walks the frames once, outside any cache, and returns one decimated series per request (in order).
/// A jump (Discontinuity) breaks speed, acceleration and distance instead of spiking them; where nothing was
/// recorded there is no value, and no difference of places spans such a stretch. What sums (distance covered)
/// counts from the recording's first frame, so its value at an instant does not depend on `frames`.
GHOSTLINE_MODEL_EXPORT Result<std::vector<MetricSeries>>
readMetrics(const ReplaySource& source, std::span<const MetricRequest> requests, FrameRange frames,
            int maxPoints, const Progress& progress, std::stop_token stop);

/// Degrees clockwise from north (-Z), seen from above, in [0, 360); NaN where it looks straight up or down.
GHOSTLINE_MODEL_EXPORT double headingOf(const glm::quat& orientation);

/// The generic metrics of one actor at one instant, for the inspector: previous frame -> this frame.
struct Motion
{
    double speed = 0.0;         ///< m/s, recorded velocity when there is one
    double verticalSpeed = 0.0; ///< m/s
    double turnRate = NoValue;  ///< degrees/s, clockwise seen from above as headings grow
    bool valid = false;
};
GHOSTLINE_MODEL_EXPORT Motion motionBetween(const ReplayInfo& info, const WorldState& before,
                                            const WorldState& now, ActorId actor);

} // namespace ghostline::model
