// SPDX-License-Identifier: GPL-3.0-or-later
#include "model/metrics.h"

#include "model/analysis/metric_track.h"
#include "model/frame_walk.h"

#include <algorithm>
#include <cmath>

namespace ghostline::model {

namespace {

constexpr double DegreesPerRadian = 57.29577951308232;

/// Degrees about +Y from +Z toward +X; NaN when the actor looks straight up or down.
double heading(const glm::quat& orientation)
{
    const glm::vec3 forward = orientation * glm::vec3(0.0F, 0.0F, 1.0F);
    if (std::hypot(forward.x, forward.z) < 1e-3F)
        return NoValue;
    return std::atan2(static_cast<double>(forward.x), static_cast<double>(forward.z)) * DegreesPerRadian;
}

/// The number of a property; `info` says how its bits are read.
double propertyValue(const MetricRequest& request, const ReplayInfo& info, const WorldState& now)
{
    const bool ofMatch = request.metric.source == MetricSource::MatchProperty;
    const auto& declared = ofMatch ? info.matchProperties : info.actorProperties;
    const auto i = static_cast<std::size_t>(request.metric.property);
    if (request.metric.property < 0 || i >= declared.size())
        return NoValue;
    if (ofMatch)
        return i < now.match.size() ? numericValue(declared[i], now.match[i]) : NoValue;
    const std::ptrdiff_t row = now.row(request.actor);
    return row >= 0 && i < now.propertyCount
               ? numericValue(declared[i], now.propertiesOf(static_cast<std::size_t>(row))[i])
               : NoValue;
}

bool isProperty(MetricSource source)
{
    return source == MetricSource::ActorProperty || source == MetricSource::MatchProperty;
}

/// Keeps ids unique: an actor's and the match's property may bear the same name, or that of a generic metric.
QString uniqueId(const std::vector<MetricInfo>& metrics, const QString& id, const QString& prefix)
{
    const auto taken = [&](const QString& wanted) {
        return std::any_of(metrics.begin(), metrics.end(),
                           [&](const MetricInfo& m) { return m.id == wanted; });
    };
    QString unique = taken(id) ? prefix + id : id;
    for (int n = 2; taken(unique); ++n)
        unique = QStringLiteral("%1%2_%3").arg(prefix, id).arg(n);
    return unique;
}

void addProperties(std::vector<MetricInfo>& metrics, const std::vector<PropertyInfo>& properties,
                   MetricSource source, const QString& prefix)
{
    for (std::size_t i = 0; i < properties.size(); ++i) {
        const PropertyInfo& p = properties[i];
        if (p.plottable())
            metrics.push_back({uniqueId(metrics, p.id, prefix), p.name, p.unit, p.group, source,
                               static_cast<PropertyId>(i)});
    }
}

} // namespace

std::vector<MetricInfo> metricsOf(const ReplayInfo& info, std::span<const Zone> zones)
{
    const QString group = QStringLiteral("Motion");
    const auto generic = [&group](const char* id, const char* name, const QString& unit,
                                  MetricSource source) {
        return MetricInfo{QLatin1String(id), QLatin1String(name), unit, group, source, -1};
    };
    const QString metre = QStringLiteral("m");
    const QString metrePerSecond = QStringLiteral("m/s");
    std::vector<MetricInfo> metrics = {
        generic("speed", "Speed", metrePerSecond, MetricSource::Speed),
        generic("vertical_speed", "Vertical speed", metrePerSecond, MetricSource::VerticalSpeed),
        generic("acceleration", "Acceleration", QStringLiteral("m/s\u00B2"), MetricSource::Acceleration),
        generic("turn_rate", "Turn rate", QStringLiteral("\u00B0/s"), MetricSource::TurnRate),
        generic("height", "Height", metre, MetricSource::Height),
        generic("distance_covered", "Distance covered", metre, MetricSource::DistanceCovered),
        generic("distance_between", "Distance between", metre, MetricSource::DistanceBetween),
        generic("nearest_distance", "Distance to the nearest", metre, MetricSource::NearestDistance)};
    for (const Zone& zone : zones)
        metrics.push_back({uniqueId(metrics, QStringLiteral("in_") + zone.id, {}),
                           QStringLiteral("In %1").arg(zone.name), QString(), QStringLiteral("Zones"),
                           MetricSource::InZone, -1, std::make_shared<const Zone>(zone)});
    addProperties(metrics, info.actorProperties, MetricSource::ActorProperty, QStringLiteral("actor_"));
    addProperties(metrics, info.matchProperties, MetricSource::MatchProperty, QStringLiteral("match_"));
    return metrics;
}

Result<std::vector<MetricSeries>> readMetrics(const ReplaySource& source,
                                              std::span<const MetricRequest> requests, FrameRange frames,
                                              int maxPoints, const Progress& progress, std::stop_token stop)
{
    const std::shared_ptr<const ReplayInfo> info = source.index()->info;
    std::vector<MetricSeries> series;
    for (const MetricRequest& request : requests)
        series.push_back({request.metric.name, request.metric.unit, {}, false});
    std::vector<MetricTrack> tracks;
    tracks.reserve(requests.size());
    for (const MetricRequest& request : requests)
        tracks.emplace_back(request, *info);
    frames.first = std::max<FrameNumber>(frames.first, 0);
    WorldState before;
    bool hasBefore = false;

    const auto visit = [&](FrameNumber frame, const WorldState* now) {
        const bool wanted = frame >= frames.first;
        for (std::size_t i = 0; i < requests.size(); ++i) {
            double value = NoValue;
            if (now == nullptr)
                tracks[i].interrupt();
            else if (isProperty(requests[i].metric.source))
                value = propertyValue(requests[i], *info, *now);
            else
                value = tracks[i].next(hasBefore ? &before : nullptr, *now, wanted);
            if (wanted)
                series[i].samples.push_back(
                    {seconds(now ? now->time : source.index()->timeAxis.timeOf(frame)), value});
        }
        hasBefore = now != nullptr;
        if (now)
            before = *now;
    };
    // Two frames ahead of the wanted ones, so that the first of them has a speed and a change of speed.
    const FrameRange walked{std::max<FrameNumber>(frames.first - 2, 0), frames.end};
    const Result<void> done = walkFrames(source, walked, visit, progress, std::move(stop));
    if (!done)
        return tl::unexpected<Error>(done.error());
    for (MetricSeries& s : series) {
        s.decimated = s.samples.size() > static_cast<std::size_t>(std::max(maxPoints, 2));
        if (s.decimated)
            s.samples = decimate(s.samples, maxPoints);
    }
    return series;
}

Motion motionBetween(const WorldState& before, const WorldState& now, ActorId actor)
{
    const auto to = visibleRow(now, actor);
    if (!to || (now.flags[*to] & Discontinuity) != 0)
        return {};
    Motion motion;
    const auto from = visibleRow(before, actor);
    const double dt = seconds(now.time - before.time);
    glm::dvec3 velocity{0.0};
    if ((now.flags[*to] & VelocityRecorded) != 0) {
        velocity = glm::dvec3(now.velocities[*to]);
        motion.valid = true;
    } else if (from && dt > 0.0) {
        velocity = (now.positions[*to] - before.positions[*from]) / dt;
        motion.valid = true;
    }
    motion.speed = glm::length(velocity);
    motion.verticalSpeed = velocity.y;
    if (from && dt > 0.0) {
        const double turn = heading(now.orientations[*to]) - heading(before.orientations[*from]);
        motion.turnRate = std::isnan(turn) ? 0.0 : std::remainder(turn, 360.0) / dt;
    }
    return motion;
}

} // namespace ghostline::model
