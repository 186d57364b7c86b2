// SPDX-License-Identifier: GPL-3.0-or-later
#include "together/shared_state.h"

#include <algorithm>
#include <cmath>

namespace ghostline::together {

using model::FrameNumber;
using model::FrameRange;
using model::Micros;
using model::TimeAxis;

namespace {

/// More than any recording is long; sums of a few of these fit.
constexpr double FarthestRun = 1e17;

/// As the playhead wraps: outside of the loop, beyond the end that it runs toward, it is entered at its other
/// end.
std::int64_t wrappedPlace(std::int64_t at, std::int64_t from, bool forward, std::int64_t begin,
                          std::int64_t end)
{
    const std::int64_t length = end - begin;
    if (forward)
        return at < end ? at : begin + (at - std::max(from, end)) % length;
    return at >= begin ? at : end - 1 - (std::min(from, begin) - 1 - at) % length;
}

} // namespace

Micros SharedState::placeAt(HostInstant now) const
{
    const std::int64_t end = std::max<std::int64_t>(duration.count(), 0);
    const std::int64_t start = std::clamp<std::int64_t>(place.count(), 0, end);
    // As doubles: a difference of any two numbers, and exact where they are instants.
    const double elapsed = static_cast<double>(now.time_since_epoch().count()) -
                           static_cast<double>(clock.time_since_epoch().count());
    if (!moves() || !(elapsed > 0.0) || std::isnan(rate))
        return Micros{start};
    const std::int64_t run = std::llround(std::clamp(rate * elapsed, -FarthestRun, FarthestRun));
    // Both are within reach: `start` of the clamp above, and 1e17 is a hundredth of what fits.
    const std::int64_t at = std::min<std::int64_t>(start, static_cast<std::int64_t>(FarthestRun)) + run;
    if (!loop)
        return Micros{std::clamp<std::int64_t>(at, 0, end)};
    const std::int64_t loopBegin = std::clamp<std::int64_t>(loop->from.count(), 0, end);
    const std::int64_t loopEnd = std::clamp<std::int64_t>(loop->to.count(), 0, end);
    if (loopEnd <= loopBegin)
        return Micros{loopBegin};
    return Micros{std::clamp<std::int64_t>(wrappedPlace(at, start, rate > 0.0, loopBegin, loopEnd), 0, end)};
}

bool SharedState::endsAt(Micros at) const { return !loop && (rate > 0.0 ? at >= duration : at <= Micros{}); }

std::optional<SharedLoop> sharedLoop(const std::optional<FrameRange>& loop, const TimeAxis& axis)
{
    if (!loop || loop->empty() || axis.empty())
        return std::nullopt;
    return SharedLoop{axis.timeOf(loop->first), axis.timeOf(std::min(loop->end, axis.frames() - 1))};
}

std::optional<FrameRange> framesOf(const std::optional<SharedLoop>& loop, const TimeAxis& axis)
{
    if (!loop || axis.empty() || loop->to < loop->from)
        return std::nullopt;
    const FrameNumber first = axis.frameAt(loop->from);
    return FrameRange{first, std::max(axis.frameAt(loop->to), first + 1)};
}

Micros behindBy(Micros own, Micros target, const std::optional<SharedLoop>& loop)
{
    const Micros straight = target - own;
    if (!loop || loop->to <= loop->from)
        return straight;
    const auto within = [&loop](Micros at) { return at >= loop->from && at <= loop->to; };
    if (!within(own) || !within(target))
        return straight;
    const Micros length = loop->to - loop->from;
    if (straight > length / 2)
        return straight - length;
    return straight < -length / 2 ? straight + length : straight;
}

} // namespace ghostline::together
