// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/rates/gaze.h"

#include <algorithm>

namespace ghostline::rates {

namespace {

constexpr double FastestTurn = 90.0; // degrees a tick
constexpr double PeakOfMean = 1.875; // of a movement with the least jerk

double leastJerk(double part) { return part * part * part * (10.0 + part * (-15.0 + 6.0 * part)); }

double counted(double wanted, double origin, double step)
{
    return origin + std::round((wanted - origin) / step) * step;
}

} // namespace

double wrapped(double degrees) { return degrees - 360.0 * std::floor((degrees + 180.0) / 360.0); }

Angles anglesTo(const glm::dvec3& eye, const glm::dvec3& target)
{
    const glm::dvec3 way = target - eye;
    return {glm::degrees(std::atan2(-way.x, way.z)),
            glm::degrees(-std::atan2(way.y, std::hypot(way.x, way.z)))};
}

void Gaze::reach(const Angles& there, double ticks)
{
    m_from = m_wanted;
    m_way = {wrapped(there.yaw - m_wanted.yaw), there.pitch - m_wanted.pitch};
    m_rate = 1.0 / std::max(ticks, 1.0);
    m_part = 0.0;
}

double Gaze::ticksFor(Random& random, const Angles& there) const
{
    const double far = offBy(there);
    const double ticks = (0.09 + 0.055 * std::log2(1.0 + far / 4.0)) * 20.0 * logNormal(random, 1.0, 0.2);
    return std::max(ticks, far * PeakOfMean / FastestTurn);
}

void Gaze::step(Random& random, double tremor)
{
    if (reaching()) {
        const double before = leastJerk(m_part);
        m_part = std::min(1.0, m_part + m_rate);
        const double share = leastJerk(m_part) - before;
        m_wanted.yaw += m_way.yaw * share;
        m_wanted.pitch += m_way.pitch * share;
    }
    if (tremor > 0.0) {
        m_wanted.yaw += tremor * normal(random);
        m_wanted.pitch += 0.7 * tremor * normal(random);
    }
    show();
}

void Gaze::turn(double yaw, double pitch)
{
    m_wanted.yaw += yaw;
    m_wanted.pitch += pitch;
    show();
}

void Gaze::set(const Angles& there)
{
    m_wanted = {m_wanted.yaw + wrapped(there.yaw - m_wanted.yaw), std::clamp(there.pitch, -90.0, 90.0)};
    m_origin = m_shown = m_wanted;
    m_part = 1.0;
}

double Gaze::offBy(const Angles& there) const
{
    return std::hypot(wrapped(there.yaw - m_wanted.yaw), there.pitch - m_wanted.pitch);
}

void Gaze::show()
{
    m_wanted.pitch = std::clamp(m_wanted.pitch, -90.0, 90.0);
    m_shown.yaw = counted(m_wanted.yaw, m_origin.yaw, m_step);
    m_shown.pitch = std::clamp(counted(m_wanted.pitch, m_origin.pitch, m_step), -90.0, 90.0);
}

} // namespace ghostline::rates
