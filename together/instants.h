// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// Instants of two clocks that must never be mixed up: the host's, and that of the machine one is on. Both are
// monotonic, count microseconds from wherever they like, and know nothing of the time of day.
#include <chrono>

namespace ghostline::together {

template<typename Owner>
struct MonotonicClock
{
    using duration = std::chrono::microseconds;
    using rep = duration::rep;
    using period = duration::period;
    using time_point = std::chrono::time_point<MonotonicClock, duration>;
    static constexpr bool is_steady = true;

    static time_point now()
    {
        return time_point(
            std::chrono::duration_cast<duration>(std::chrono::steady_clock::now().time_since_epoch()));
    }
};

using HostClock = MonotonicClock<struct OfTheHost>; ///< now() is for the host alone
using OwnClock = MonotonicClock<struct OfThisMachine>;
using HostInstant = HostClock::time_point;
using OwnInstant = OwnClock::time_point; ///< ClockOffset makes one from the other

} // namespace ghostline::together
