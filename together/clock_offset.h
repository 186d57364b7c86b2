// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// What time it is at the host, worked out from pings. Each tells between which two instants of one's own
// clock the host looked at its own, so how far they are apart lies within a range; what the ranges of the
// last minute have in common is narrow even where single answers come late by 100 ms.
#include "model/base/time_types.h"
#include "together/instants.h"

#include <chrono>
#include <deque>

namespace ghostline::together {

class ClockOffset
{
public:
    static constexpr std::chrono::seconds Window{60};
    static constexpr std::size_t MostSamples = 240;
    /// Two clocks run apart by no more: 50 millionths. Where they do, older answers contradict newer ones and
    /// are forgotten, as after a machine has slept.
    static constexpr double Drift = 50e-6;
    /// Known as well as it has to be: at eight times the speed that are 24 ms of the recording.
    static constexpr std::chrono::milliseconds WellKnown{3};
    /// What came later says nothing.
    static constexpr std::chrono::seconds LongestRoundTrip{10};

    /// An answer: what it says cannot be, or is none of the newest minute, changes nothing. Instants of
    /// receiving do not go back.
    void add(OwnInstant sent, HostInstant host, OwnInstant received);
    /// The host was started again: its clock is another one.
    void clear();

    bool known() const { return !m_samples.empty(); }
    std::size_t samples() const { return m_samples.size(); } ///< that the estimate is made of
    /// Only where known().
    HostInstant hostAt(OwnInstant own) const;
    OwnInstant ownAt(HostInstant host) const;
    /// At most so far off, if the clocks do not jump: half of what the ranges
    /// have in common.
    std::chrono::microseconds error() const { return m_error; }
    /// Round trip, the median of the last five; -1 where not known.
    int lagMs() const;

private:
    struct Sample
    {
        OwnInstant sent{};
        HostInstant host{};
        OwnInstant received{};
    };

    void estimate();

    std::deque<Sample> m_samples;         ///< oldest first
    std::chrono::microseconds m_offset{}; ///< host minus own
    std::chrono::microseconds m_error{};
};

} // namespace ghostline::together
