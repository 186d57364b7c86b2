// SPDX-License-Identifier: GPL-3.0-or-later
// Bends the way that orders led a unit so that it passes the place reported next.
#include "codecs/sc2/commands/motion_estimator.h"

#include <algorithm>

namespace ghostline::sc2 {

namespace {

/// Units with upgrades, boosts and creep under their feet are this much faster than usual.
constexpr float Haste = 2.2F;
/// A place in whole cells may be this far off.
constexpr float Rounding = 0.75F;
/// What stays put still drifts a little: larvae, units pushed aside.
constexpr float Drift = 3.0F;
constexpr std::uint32_t DriftLoops = 16;

} // namespace

void MotionEstimator::leapTo(const Report& report)
{
    const int player = m_lives.ownerAt(*m_life, report.loop);
    const auto& hints = m_hints[static_cast<std::size_t>(player & 0xFF)];
    const std::uint32_t from = m_way.front().loop;
    const auto hint = std::upper_bound(hints.begin(), hints.end(), report.loop - 1);
    const std::uint32_t at = hint != hints.begin() && *(hint - 1) > from && *(hint - 1) < report.loop
                                 ? *(hint - 1)
                                 : report.loop - 1;
    for (const Waypoint& w : m_way)
        if (w.loop <= at)
            write(w);
    // Where it was when it went: on the stretch that is cut here.
    for (std::size_t i = 1; i < m_way.size(); ++i) {
        const Waypoint& a = m_way[i - 1];
        const Waypoint& b = m_way[i];
        if (a.loop <= at && b.loop > at && !b.jump) {
            const auto part = static_cast<float>(at - a.loop) / static_cast<float>(b.loop - a.loop);
            write(corner(at, along(placeOf(a), placeOf(b), between(placeOf(a), placeOf(b)) * part)));
        }
    }
    if (at + 1 < report.loop)
        write(corner(at + 1, placeOf(report), false, true));
    write(corner(report.loop, placeOf(report), true, at + 1 >= report.loop));
}

/// Writes the way since the last report so that it ends in this one: as far as its orders led it, as long as
/// it could still come back in time.
void MotionEstimator::bend(const Report& report)
{
    const Place end = placeOf(report);
    const Waypoint start = m_way.front();
    const auto loops = static_cast<float>(report.loop - start.loop);
    const float far = between(placeOf(start), end);
    if (between(m_at, end) <= Rounding && m_way.size() > 1) {
        // The orders led it there.
        for (const Waypoint& w : m_way)
            if (w.loop < report.loop)
                write(w);
        write(corner(report.loop, end, true));
        return;
    }
    if (far > m_fastest * Haste * loops && far > Drift) {
        leapTo(report);
        return;
    }
    if (m_fastest <= 0.0F || far > m_fastest * loops) {
        // Nothing but straight there can be: in haste, or a small step at last.
        write(start);
        if (m_fastest <= 0.0F && loops > static_cast<float>(DriftLoops))
            write(corner(report.loop - DriftLoops, placeOf(start)));
        write(corner(report.loop, end, true));
        return;
    }
    const auto late = [&](Place p, std::uint32_t loop) {
        return between(p, end) > m_fastest * static_cast<float>(report.loop - loop);
    };
    std::size_t last = m_way.size() - 1;
    while (last > 0 && late(placeOf(m_way[last]), m_way[last].loop))
        --last;
    for (std::size_t i = 0; i <= last; ++i)
        write(m_way[i]);
    if (last + 1 < m_way.size() && !m_way[last + 1].jump) {
        const Waypoint& a = m_way[last];
        const Waypoint& b = m_way[last + 1];
        const float length = between(placeOf(a), placeOf(b));
        const auto at = [&](std::uint32_t loop) {
            return along(placeOf(a), placeOf(b),
                         length * static_cast<float>(loop - a.loop) / static_cast<float>(b.loop - a.loop));
        };
        std::uint32_t good = a.loop;
        std::uint32_t bad = b.loop;
        while (bad - good > 1) {
            const std::uint32_t middle = good + (bad - good) / 2;
            (late(at(middle), middle) ? bad : good) = middle;
        }
        if (good > a.loop && good < report.loop)
            write(corner(good, at(good)));
    }
    write(corner(report.loop, end, true));
}

} // namespace ghostline::sc2
