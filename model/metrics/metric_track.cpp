// SPDX-License-Identifier: GPL-3.0-or-later
#include "model/metrics/metric_track.h"

#include "model/metrics/standing_still.h"
#include "model/replay/placed.h"

#include <algorithm>

namespace ghostline::model {

namespace {

/// Whether a frame has it by what was before it. Every switch here names all sources, so that the compiler
/// says where a new one is still unknown.
bool isRate(MetricSource source)
{
    switch (source) {
    case MetricSource::Speed:
    case MetricSource::VerticalSpeed:
    case MetricSource::Acceleration:
    case MetricSource::TurnRate:
        return true;
    case MetricSource::ActorProperty:
    case MetricSource::MatchProperty:
    case MetricSource::Height:
    case MetricSource::PlaceX:
    case MetricSource::PlaceY:
    case MetricSource::PlaceZ:
    case MetricSource::Heading:
    case MetricSource::DistanceCovered:
    case MetricSource::DistanceBetween:
    case MetricSource::NearestDistance:
    case MetricSource::InZone:
        return false;
    }
    return false;
}

} // namespace

std::optional<std::size_t> visibleRow(const WorldState& state, ActorId actor)
{
    const std::ptrdiff_t row = state.row(actor);
    if (row < 0 || (state.flags[static_cast<std::size_t>(row)] & Hidden) != 0)
        return std::nullopt;
    return static_cast<std::size_t>(row);
}

std::optional<std::size_t> placedRow(const ReplayInfo& info, const WorldState& state, ActorId actor)
{
    const auto row = visibleRow(state, actor);
    return row && hasPlace(info, state, *row) ? row : std::nullopt;
}

bool nothingRecorded(const ReplayIndex& index, FrameNumber frame, const WorldState& now)
{
    const auto recorded = [](Provenance p) { return p != Provenance::Held; };
    const auto isInside = [frame](const LostSpan& lost) { return lost.frames.contains(frame); };
    return !index.info->exactAtKeyframes && std::ranges::none_of(now.provenance, recorded) &&
           std::ranges::any_of(index.lost, isInside);
}

double MetricTrack::next(const WorldState* before, const WorldState& now)
{
    const auto row = placedRow(m_info, now, m_request.actor);
    if (!row)
        interrupt();
    else
        m_lastValue = isRate(m_request.metric.source) ? rate(before, now) : value(*row, before, now);
    return m_lastValue;
}

void MetricTrack::interrupt() { m_lastSpeed = m_lastValue = NoValue; }

double MetricTrack::value(std::size_t row, const WorldState* before, const WorldState& now)
{
    switch (m_request.metric.source) {
    case MetricSource::PlaceX:
        return now.positions[row].x;
    case MetricSource::Height:
    case MetricSource::PlaceY:
        return now.positions[row].y;
    case MetricSource::PlaceZ:
        return now.positions[row].z;
    case MetricSource::Heading:
        return headingOf(now.orientations[row]);
    case MetricSource::DistanceBetween: {
        const auto other = placedRow(m_info, now, m_request.other);
        return other ? glm::distance(now.positions[row], now.positions[*other]) : NoValue;
    }
    case MetricSource::DistanceCovered: {
        const bool jumped = (now.flags[row] & Discontinuity) != 0;
        const auto old = before != nullptr && now.time - before->time <= m_info.maxGap
                             ? placedRow(m_info, *before, m_request.actor)
                             : std::nullopt;
        if (old && !jumped)
            m_covered += glm::distance(before->positions[*old], now.positions[row]);
        return m_covered;
    }
    case MetricSource::NearestDistance:
        return nearest(row, now);
    case MetricSource::InZone:
        return m_request.metric.zone->contains(now.positions[row]) ? 1.0 : 0.0;
    case MetricSource::ActorProperty: // read by its column
    case MetricSource::MatchProperty:
    case MetricSource::Speed: // rate()
    case MetricSource::VerticalSpeed:
    case MetricSource::Acceleration:
    case MetricSource::TurnRate:
        break;
    }
    return NoValue;
}

/// Where frames share a time the value before them stands.
double MetricTrack::rate(const WorldState* before, const WorldState& now)
{
    if (before != nullptr && now.time <= before->time)
        return m_lastValue;
    static const WorldState empty;
    const bool bridged = before != nullptr && now.time - before->time <= m_info.maxGap;
    const Motion motion = motionBetween(m_info, bridged ? *before : empty, now, m_request.actor);
    switch (m_request.metric.source) {
    case MetricSource::Speed:
        return motion.valid ? motion.speed : NoValue;
    case MetricSource::VerticalSpeed:
        return motion.valid ? motion.verticalSpeed : NoValue;
    case MetricSource::TurnRate:
        return motion.valid && bridged ? motion.turnRate : NoValue;
    case MetricSource::Acceleration: {
        const double speed = motion.valid ? motion.speed : NoValue;
        const double value = bridged ? (speed - m_lastSpeed) / seconds(now.time - before->time) : NoValue;
        m_lastSpeed = speed;
        return value;
    }
    case MetricSource::ActorProperty: // value()
    case MetricSource::MatchProperty:
    case MetricSource::Height:
    case MetricSource::PlaceX:
    case MetricSource::PlaceY:
    case MetricSource::PlaceZ:
    case MetricSource::Heading:
    case MetricSource::DistanceCovered:
    case MetricSource::DistanceBetween:
    case MetricSource::NearestDistance:
    case MetricSource::InZone:
        break;
    }
    return NoValue;
}

double MetricTrack::nearest(std::size_t row, const WorldState& now) const
{
    double least = NoValue;
    for (std::size_t other = 0; other < now.size(); ++other) {
        const ActorInfo* actor = m_info.actor(now.ids[other]);
        if (other == row || actor == nullptr || !isMovingKind(actor->kind) ||
            (now.flags[other] & Hidden) != 0 || !hasPlace(m_info, now, other))
            continue;
        least = std::fmin(least, glm::distance(now.positions[row], now.positions[other]));
    }
    return least;
}

} // namespace ghostline::model
