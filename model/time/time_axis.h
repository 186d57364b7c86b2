// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// Maps frame numbers to times and back: uniform by a rational step, or a sorted table.
#include "model/base/export.h"
#include "model/base/time_types.h"

#include <memory>
#include <vector>

namespace ghostline::model {

/// Immutable value, cheap to copy (the table is shared). All methods are thread-safe.
class GHOSTLINE_MODEL_EXPORT TimeAxis
{
public:
    TimeAxis() = default;
    /// Frame n is at n * numerator / denominator seconds, rounded to the microsecond, so nothing drifts.
    static TimeAxis uniform(FrameNumber frames, std::int64_t numerator, std::int64_t denominator);
    /// One time a frame, non-decreasing (a smaller one is raised to its predecessor), the first usually 0.
    static TimeAxis table(std::vector<Micros> times);

    FrameNumber frames() const { return m_frames; }
    bool empty() const { return m_frames == 0; }
    /// Time of a frame; clamped to [0, frames).
    Micros timeOf(FrameNumber frame) const;
    /// Time at a fractional place.
    Micros timeOf(FrameTime at) const;
    /// Time of the last frame (`duration_s` everywhere).
    Micros duration() const;
    /// Last frame with time <= t; clamped. Among frames that share a time, the last.
    FrameNumber frameAt(Micros t) const;
    /// Place at t: frameAt(t) and the fraction toward the next frame's time; clamped.
    FrameTime at(Micros t) const;
    /// Keeps frame in [0, frames) and fraction in [0, 1); fraction 0 on the last frame.
    FrameTime clamp(FrameTime at) const;
    /// Mean time between frames; 0 with fewer than two.
    Micros meanStep() const;

private:
    FrameNumber m_frames = 0;
    std::int64_t m_numerator = 0;
    std::int64_t m_denominator = 1;
    std::shared_ptr<const std::vector<Micros>> m_times;
};

} // namespace ghostline::model
