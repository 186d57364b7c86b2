// SPDX-License-Identifier: GPL-3.0-or-later
#include "model/analysis/metric_track.h"

#include "model/standing_still.h"

#include <algorithm>

namespace ghostline::model {

namespace {

bool isRate(MetricSource source)
{
    return source == MetricSource::Speed || source == MetricSource::VerticalSpeed ||
           source == MetricSource::TurnRate || source == MetricSource::Acceleration;
}

} // namespace

std::optional<std::size_t> visibleRow(const WorldState& state, ActorId actor)
{
    const std::ptrdiff_t row = state.row(actor);
    if (row < 0 || (state.flags[static_cast<std::size_t>(row)] & Hidden) != 0)
        return std::nullopt;
    return static_cast<std::size_t>(row);
}

double MetricTrack::next(const WorldState* before, const WorldState& now, bool counting)
{
    const auto row = visibleRow(now, m_request.actor);
    m_lastValue = !row                              ? NoValue
                  : isRate(m_request.metric.source) ? rate(before, now)
                                                    : value(*row, before, now);
    m_counting = counting;
    return m_lastValue;
}

void MetricTrack::interrupt() { m_lastSpeed = m_lastValue = NoValue; }

double MetricTrack::value(std::size_t row, const WorldState* before, const WorldState& now)
{
    switch (m_request.metric.source) {
    case MetricSource::Height:
        return now.positions[row].y;
    case MetricSource::DistanceBetween: {
        const auto other = visibleRow(now, m_request.other);
        return other ? glm::distance(now.positions[row], now.positions[*other]) : NoValue;
    }
    case MetricSource::DistanceCovered: {
        const bool jumped = (now.flags[row] & Discontinuity) != 0;
        const auto old = before != nullptr && now.time - before->time <= m_info.maxGap
                             ? visibleRow(*before, m_request.actor)
                             : std::nullopt;
        if (m_counting && old && !jumped)
            m_covered += glm::distance(before->positions[*old], now.positions[row]);
        return m_covered;
    }
    case MetricSource::NearestDistance:
        return nearest(row, now);
    case MetricSource::InZone:
        return m_request.metric.zone->contains(now.positions[row]) ? 1.0 : 0.0;
    default:
        return NoValue;
    }
}

/// Where frames share a time the value before them stands.
double MetricTrack::rate(const WorldState* before, const WorldState& now)
{
    if (before != nullptr && now.time <= before->time)
        return m_lastValue;
    static const WorldState empty;
    const bool bridged = before != nullptr && now.time - before->time <= m_info.maxGap;
    const Motion motion = motionBetween(bridged ? *before : empty, now, m_request.actor);
    switch (m_request.metric.source) {
    case MetricSource::Speed:
        return motion.valid ? motion.speed : NoValue;
    case MetricSource::VerticalSpeed:
        return motion.valid ? motion.verticalSpeed : NoValue;
    case MetricSource::TurnRate:
        return motion.valid && bridged ? motion.turnRate : NoValue;
    default:
        break;
    }
    const double speed = motion.valid ? motion.speed : NoValue;
    const double value = bridged ? (speed - m_lastSpeed) / seconds(now.time - before->time) : NoValue;
    m_lastSpeed = speed;
    return value;
}

double MetricTrack::nearest(std::size_t row, const WorldState& now) const
{
    double least = NoValue;
    for (std::size_t other = 0; other < now.size(); ++other) {
        const ActorInfo* actor = m_info.actor(now.ids[other]);
        if (other == row || actor == nullptr || !isMovingKind(actor->kind) ||
            (now.flags[other] & Hidden) != 0)
            continue;
        least = std::fmin(least, glm::distance(now.positions[row], now.positions[other]));
    }
    return least;
}

} // namespace ghostline::model
