// SPDX-License-Identifier: GPL-3.0-or-later
#include "model/time/time_axis.h"

#include <algorithm>
#include <cmath>

namespace ghostline::model {

namespace {

// Frame numbers times microseconds exceed 64 bits for long replays with fine rationals.
__extension__ using Wide = __int128;

/// 31 years: times beyond it are damage, and sums of times in nanoseconds must not overflow.
constexpr Micros MaxTime{1'000'000'000'000'000};

} // namespace

TimeAxis TimeAxis::uniform(FrameNumber frames, std::int64_t numerator, std::int64_t denominator)
{
    TimeAxis axis;
    axis.m_frames = std::max<FrameNumber>(frames, 0);
    axis.m_numerator = std::max<std::int64_t>(numerator, 0);
    axis.m_denominator = std::max<std::int64_t>(denominator, 1);
    return axis;
}

TimeAxis TimeAxis::table(std::vector<Micros> times)
{
    Micros least = -MaxTime;
    for (Micros& time : times)
        time = least = std::min(std::max(time, least), MaxTime);
    TimeAxis axis;
    axis.m_frames = static_cast<FrameNumber>(times.size());
    axis.m_times = std::make_shared<const std::vector<Micros>>(std::move(times));
    return axis;
}

Micros TimeAxis::timeOf(FrameNumber frame) const
{
    if (m_frames == 0)
        return Micros{0};
    frame = std::clamp<FrameNumber>(frame, 0, m_frames - 1);
    if (m_times)
        return (*m_times)[static_cast<std::size_t>(frame)];
    const Wide twice = Wide{2} * frame * m_numerator * MicrosPerSecond;
    const Wide micros = (twice + m_denominator) / (Wide{2} * m_denominator);
    return micros > MaxTime.count() ? MaxTime : Micros{static_cast<std::int64_t>(micros)};
}

Micros TimeAxis::timeOf(FrameTime at) const
{
    at = clamp(at);
    const Micros begin = timeOf(at.frame);
    if (at.fraction <= 0.0)
        return begin;
    const auto step = static_cast<double>((timeOf(at.frame + 1) - begin).count());
    return begin + Micros{std::llround(step * at.fraction)};
}

Micros TimeAxis::duration() const { return timeOf(m_frames - 1); }

FrameNumber TimeAxis::frameAt(Micros t) const
{
    if (m_frames == 0 || t < timeOf(FrameNumber{0}))
        return 0;
    if (m_times) {
        const auto after = std::upper_bound(m_times->begin(), m_times->end(), t);
        return static_cast<FrameNumber>(after - m_times->begin()) - 1;
    }
    if (m_numerator == 0 || t >= MaxTime)
        return m_frames - 1;
    // The rounded time of n is <= t exactly when 2 n num 1e6 < den (2 t + 1).
    const Wide bound = Wide{m_denominator} * (Wide{2} * t.count() + 1) - 1;
    const Wide frame = bound / (Wide{2} * m_numerator * MicrosPerSecond);
    return frame >= m_frames ? m_frames - 1 : static_cast<FrameNumber>(frame);
}

FrameTime TimeAxis::at(Micros t) const
{
    const FrameNumber frame = frameAt(t);
    if (frame + 1 >= m_frames)
        return {std::max<FrameNumber>(frame, 0), 0.0};
    const Micros begin = timeOf(frame);
    if (t <= begin)
        return {frame, 0.0};
    return {frame, static_cast<double>((t - begin).count()) /
                       static_cast<double>((timeOf(frame + 1) - begin).count())};
}

FrameTime TimeAxis::clamp(FrameTime at) const
{
    if (m_frames == 0 || at.frame < 0)
        return {};
    if (at.frame >= m_frames - 1)
        return {m_frames - 1, 0.0};
    if (!(at.fraction > 0.0))
        return {at.frame, 0.0};
    return {at.frame, std::min(at.fraction, std::nextafter(1.0, 0.0))};
}

Micros TimeAxis::meanStep() const
{
    return m_frames < 2 ? Micros{0} : (duration() - timeOf(FrameNumber{0})) / (m_frames - 1);
}

} // namespace ghostline::model
