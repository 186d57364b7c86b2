// SPDX-License-Identifier: GPL-3.0-or-later
#include "model/metrics/metrics.h"

#include "model/metrics/metric_track.h"
#include "model/replay/frame_walk.h"
#include "model/replay/placed.h"

#include <algorithm>
#include <cmath>

namespace ghostline::model {

namespace {

constexpr double DegreesPerRadian = 57.29577951308232;

/// The number of a property; `info` says how its bits are read.
double propertyValue(const MetricRequest& request, const ReplayInfo& info, const WorldState& now)
{
    if (request.metric.source == MetricSource::MatchProperty) {
        const MatchPropertyId id(request.metric.property);
        return info.number(id, now.value(id));
    }
    const ActorPropertyId id(request.metric.property);
    const std::ptrdiff_t row = now.row(request.actor);
    return row >= 0 ? info.number(id, now.value(static_cast<std::size_t>(row), id)) : NoValue;
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
                               static_cast<std::int32_t>(i)});
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
    const QString& length = info.lengthUnit;
    const QString speed = length + QStringLiteral("/s");
    std::vector<MetricInfo> metrics = {
        generic("speed", "Speed", speed, MetricSource::Speed),
        generic("vertical_speed", "Vertical speed", speed, MetricSource::VerticalSpeed),
        generic("acceleration", "Acceleration", speed + QChar(0x00B2), MetricSource::Acceleration),
        generic("turn_rate", "Turn rate", QStringLiteral("\u00B0/s"), MetricSource::TurnRate),
        generic("height", "Height", length, MetricSource::Height),
        generic("distance_covered", "Distance covered", length, MetricSource::DistanceCovered),
        generic("distance_between", "Distance between", length, MetricSource::DistanceBetween),
        generic("nearest_distance", "Distance to the nearest", length, MetricSource::NearestDistance),
        generic("x", "X", length, MetricSource::PlaceX),
        generic("y", "Y", length, MetricSource::PlaceY),
        generic("z", "Z", length, MetricSource::PlaceZ),
        generic("heading", "Heading", QStringLiteral("\u00B0"), MetricSource::Heading)};
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
    const std::shared_ptr<const ReplayIndex> index = source.index();
    const std::shared_ptr<const ReplayInfo> info = index->info;
    std::vector<MetricSeries> series;
    for (const MetricRequest& request : requests)
        series.push_back({request.metric.name, request.metric.unit, {}, false});
    std::vector<MetricTrack> tracks;
    tracks.reserve(requests.size());
    for (const MetricRequest& request : requests)
        tracks.emplace_back(request, *info);
    frames.first = std::max<FrameNumber>(frames.first, 0);
    const bool sums = std::ranges::any_of(requests, [](const MetricRequest& r) { return r.metric.sums(); });
    WorldState before;
    bool hasBefore = false;

    const auto visit = [&](FrameNumber frame, const WorldState* decoded) {
        const bool wanted = frame >= frames.first;
        const WorldState* const now =
            decoded != nullptr && !nothingRecorded(*index, frame, *decoded) ? decoded : nullptr;
        for (std::size_t i = 0; i < requests.size(); ++i) {
            double value = NoValue;
            if (now == nullptr)
                tracks[i].interrupt();
            else if (isProperty(requests[i].metric.source))
                value = propertyValue(requests[i], *info, *now);
            else
                value = tracks[i].next(hasBefore ? &before : nullptr, *now);
            if (wanted)
                series[i].samples.push_back(
                    {seconds(now ? now->time : index->timeAxis.timeOf(frame)), value});
        }
        hasBefore = now != nullptr;
        if (now)
            before = *now;
    };
    // Two frames ahead of the wanted ones, so that the first of them has a speed and a change of speed.
    const FrameRange walked{sums ? 0 : std::max<FrameNumber>(frames.first - 2, 0), frames.end};
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

double headingOf(const glm::quat& orientation)
{
    const glm::vec3 forward = orientation * glm::vec3(0.0F, 0.0F, 1.0F);
    if (std::hypot(forward.x, forward.z) < 1e-3F)
        return NoValue;
    const double degrees =
        std::atan2(static_cast<double>(forward.x), -static_cast<double>(forward.z)) * DegreesPerRadian;
    return degrees < 0.0 ? degrees + 360.0 : degrees;
}

Motion motionBetween(const ReplayInfo& info, const WorldState& before, const WorldState& now, ActorId actor)
{
    const auto to = placedRow(info, now, actor);
    if (!to || (now.flags[*to] & Discontinuity) != 0)
        return {};
    Motion motion;
    const auto from = placedRow(info, before, actor);
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
        const double turn = headingOf(now.orientations[*to]) - headingOf(before.orientations[*from]);
        motion.turnRate = std::isnan(turn) ? 0.0 : std::remainder(turn, 360.0) / dt;
    }
    return motion;
}

} // namespace ghostline::model
