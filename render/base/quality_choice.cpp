// SPDX-License-Identifier: GPL-3.0-or-later
#include "render/base/quality_choice.h"

#include <algorithm>
#include <cmath>

namespace ghostline::render {

namespace {

constexpr double UsualInterval = 1000.0 / 60.0;
constexpr double SlowestScreen = 20.0; ///< Hz; what claims to be slower does not know

} // namespace

double frameInterval(double refreshRate)
{
    return refreshRate >= SlowestScreen ? 1000.0 / refreshRate : UsualInterval;
}

bool drawsBySoftware(std::string_view glRenderer)
{
    constexpr std::array<std::string_view, 5> Names{"llvmpipe", "softpipe", "swrast", "SwiftShader",
                                                    "GDI Generic"};
    return std::any_of(Names.begin(), Names.end(), [glRenderer](std::string_view name) {
        return glRenderer.find(name) != std::string_view::npos;
    });
}

QualityChoice::QualityChoice(bool software)
    : m_software(software), m_quality(software ? Quality::Low : Quality::Medium)
{
}

double QualityChoice::median() const
{
    std::array<double, Frames> sorted = m_times;
    const auto middle = sorted.begin() + Frames / 2;
    std::nth_element(sorted.begin(), middle, sorted.end());
    return *middle;
}

void QualityChoice::change(Quality quality)
{
    m_quality = quality;
    m_skip = Unsteady;
}

bool QualityChoice::mayTry(Quality quality, double now) const
{
    const Given& given = m_given[static_cast<std::size_t>(quality)];
    return given.times == 0 || now - given.at >= std::ldexp(RetrySeconds, given.times - 1);
}

bool QualityChoice::addFrame(double milliseconds, double now, double interval)
{
    if (m_software)
        return false;
    if (m_skip > 0) {
        --m_skip;
        return false;
    }
    m_times[m_count++] = milliseconds;
    if (m_count < Frames)
        return false;
    m_count = 0;
    const double typical = median();
    const double slower = std::max(1.0, interval / UsualInterval);
    if (typical > LateMs * slower && m_quality != Quality::Low) {
        Given& given = m_given[static_cast<std::size_t>(m_quality)];
        ++given.times;
        given.at = now;
        change(m_quality == Quality::High ? Quality::Medium : Quality::Low);
        return true;
    }
    const Quality next = m_quality == Quality::Low ? Quality::Medium : Quality::High;
    if (typical > InTimeMs * slower || m_quality == Quality::High || !mayTry(next, now))
        return false;
    change(next);
    return true;
}

} // namespace ghostline::render
