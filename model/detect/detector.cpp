// SPDX-License-Identifier: GPL-3.0-or-later
#include "model/detect/detector.h"

#include <algorithm>
#include <utility>

namespace ghostline::model {

const MotionRules& Detector::rules() const { return *m_setup.info.motion; }

void Detector::report(const Stretch& stretch, double value)
{
    if (!(value >= m_setup.least))
        return;
    Alarm alarm;
    static_cast<Stretch&>(alarm) = stretch;
    alarm.actor = m_setup.actor;
    alarm.value = value;
    m_alarms.push_back(alarm);
}

void Episode::goOn(const MotionStep& step, double value)
{
    if (!m_open) {
        m_stretch = {};
        m_stretch.frames.first = step.frame;
        m_stretch.begin = step.time - fromSeconds(step.seconds);
        m_most = -std::numeric_limits<double>::infinity();
        m_open = true;
    }
    if (value > m_most) {
        m_most = value;
        m_stretch.place = step.place;
    }
    m_stretch.goOn(step.frame, step.time);
}

std::optional<Again::Found> Again::take(const Stretch& stretch, double value, double withinSeconds)
{
    const std::optional<Found> before = std::exchange(m_last, Found{stretch, value});
    if (!before || seconds(stretch.begin - before->stretch.begin) > withinSeconds)
        return std::nullopt;
    Found both{before->stretch, std::min(value, before->value)};
    both.stretch.frames.end = stretch.frames.end;
    both.stretch.length = stretch.begin + stretch.length - both.stretch.begin;
    return both;
}

} // namespace ghostline::model
