// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// Units of time and position on a replay's own axis.
#include <chrono>
#include <compare>
#include <cstdint>

namespace ghostline::model {

/// Microseconds since the first frame of the replay, unless a name says otherwise.
using Micros = std::chrono::microseconds;

inline constexpr std::int64_t MicrosPerSecond = 1'000'000;

inline double seconds(Micros t) { return static_cast<double>(t.count()) * 1e-6; }
inline Micros fromSeconds(double s)
{
    return Micros{static_cast<std::int64_t>(s * 1e6 + (s < 0 ? -0.5 : 0.5))};
}

/// Number of a recorded frame, from 0.
using FrameNumber = std::int64_t;

/// A place on the replay: a frame and how far (0 <= fraction < 1) toward the next one.
/// This, not a time, is the truth of the playhead: recorded frames may share a time.
struct FrameTime
{
    FrameNumber frame = 0;
    double fraction = 0.0;
    friend auto operator<=>(const FrameTime&, const FrameTime&) = default;
};

/// Frames [first, end).
struct FrameRange
{
    FrameNumber first = 0;
    FrameNumber end = 0;
    FrameNumber count() const { return end - first; }
    bool empty() const { return end <= first; }
    bool contains(FrameNumber f) const { return f >= first && f < end; }
    friend bool operator==(const FrameRange&, const FrameRange&) = default;
};

} // namespace ghostline::model
