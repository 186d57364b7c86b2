// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// Where a ghost stands when the runner is at some place of the own replay, and how far apart they are.
#include "model/compare/progress.h"

#include <memory>

namespace ghostline::model {

/// NaN = no number.
struct Gap
{
    double delta;    ///< seconds, ghost less runner: negative = the ghost is faster
    double distance; ///< metres between the two as they are shown
    NoNumber why = NoNumber::None;
};

/// Immutable after construction, cheap to copy; all methods are thread-safe, allocate nothing and cost
/// microseconds however long the runs are (O(log n), by place ProgressComparison::passOf()).
class GHOSTLINE_MODEL_EXPORT GhostClock
{
public:
    GhostClock() = default;
    /// `runner` is the reference A, `ghost` B. `course` and `progress` may be null while they are being
    /// computed: Alignment::Progress then has no ghost yet.
    GhostClock(std::shared_ptr<const RunTrack> runner, std::shared_ptr<const RunTrack> ghost,
               Alignment alignment, std::shared_ptr<const Course> course,
               std::shared_ptr<const ProgressComparison> progress);

    Alignment alignment() const { return m_alignment; }
    /// Whether gapAt() can go by place.
    bool placesKnown() const;
    /// The place in the ghost's replay that belongs to `at` of the runner's; nothing where the ghost has none
    /// (before its start, after its last frame, off the path).
    std::optional<FrameTime> ghostAt(FrameTime at) const;
    /// The other way round, for clicks on the ghost's own time.
    std::optional<FrameTime> runnerAt(FrameTime ghost) const;
    /// The gap where the runner is at `at`: how much later or earlier the ghost was at this very place, by
    /// run time (Tick: by recorded time). Where that has no number, or is still being computed, the one at
    /// the runner's last checkpoint, if both had taken the same ones by then; Progress has none then. The
    /// distance is that to the ghost as it is shown. The runner's failed attempts belong to the ghost's, see
    /// failedLike().
    Gap gapAt(FrameTime at) const;

private:
    struct Marks;
    bool byPlace() const;
    Gap gapByClock(FrameTime at) const;
    Gap gapByPlace(FrameTime at) const;
    std::optional<FrameTime> failedPass(FrameNumber frame, double metres) const;
    PlacePass passOfPlace(FrameNumber frame, double metres) const;

    std::shared_ptr<const RunTrack> m_runner;
    std::shared_ptr<const RunTrack> m_ghost;
    Alignment m_alignment = Alignment::Start;
    std::shared_ptr<const Course> m_course;
    std::shared_ptr<const ProgressComparison> m_progress;
    std::shared_ptr<const Marks> m_marks; ///< what the clocks go by; null for Progress
};

} // namespace ghostline::model
