// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// Compares runs by place instead of time: a run is projected onto the path of a reference.
#include "model/compare/alignment.h"
#include "model/compare/run_track.h"

#include <memory>
#include <span>

namespace ghostline::model {

/// The reference's path by arc length, cut into sections at its checkpoints and into pieces at its jumps. A
/// reset removes the path since the point to which it put the runner back; the time still counts. Immutable;
/// all methods are thread-safe.
class GHOSTLINE_MODEL_EXPORT Course
{
public:
    explicit Course(std::shared_ptr<const RunTrack> reference);
    ~Course();
    Course(Course&&) noexcept;
    Course& operator=(Course&&) noexcept;

    const RunTrack& reference() const;
    double length() const; ///< metres from start to end, without jumps
    /// Metres from the start that the reference had gone at a place of its replay; clamped to its run. In an
    /// attempt that a reset ended: where that leads along the way gone later, NaN where it does not.
    double metresAt(FrameTime at) const;
    /// When the reference passed a place of its path; the last time where it passed it again. Clamped.
    FrameTime timeAt(double metres) const;
    glm::dvec3 positionAt(double metres) const;
    /// Whether the reference was within SectionEndLimit of this place for a while without going on.
    bool stoodStillAt(double metres) const;

private:
    friend class Projection;
    friend class ProgressReader;
    struct Private;
    std::unique_ptr<const Private> d;
};

/// B at one of its frames. NaN = no number, and `why` says why.
struct ProgressSample
{
    double metres;   ///< along the reference's path
    double delta;    ///< seconds, B's run time less the reference's at that place
    double distance; ///< metres from the reference's path
    NoNumber why = NoNumber::None;
};

/// Metres [low, high] of a path.
struct ProgressStretch
{
    double low = 0.0;
    double high = 0.0;
};

/// What Course and one other run say together. Immutable; all methods are thread-safe.
struct GHOSTLINE_MODEL_EXPORT ProgressComparison
{
    FrameNumber first = 0;               ///< of B: its run's start
    std::vector<ProgressSample> byFrame; ///< from `first` to B's last
    std::vector<FrameNumber> jumps;      ///< of B, ascending: what lies between was not passed
    /// Where B was in each stretch of frames, the one before it included: passOf() looks only where it must.
    std::vector<ProgressStretch> blocks;
    /// Sample at a frame of B; Outside when there is none.
    ProgressSample at(FrameNumber frameOfB) const;
    /// Where in its replay B last passed this point of the path forward; nothing where it never did. Both
    /// frames of a pass must have a projection. A run that starts at the start passes it there. Costs a few
    /// hundred comparisons for each hour of B.
    std::optional<FrameTime> passOf(double metres) const;
};

/// B's places on the course, section by section, following B from frame to frame. Cancelled when stopped.
GHOSTLINE_MODEL_EXPORT Result<ProgressComparison> compareProgress(const Course& course, const RunTrack& b,
                                                                  std::stop_token stop);

/// The delta at one place of the course (rule: B's last pass less the reference's).
struct PlaceDelta
{
    double metres = 0.0;
    double delta = 0.0; ///< seconds; NaN = no number
    NoNumber why = NoNumber::None;
};
GHOSTLINE_MODEL_EXPORT PlaceDelta deltaAtPlace(const Course& course, const RunTrack& b,
                                               const ProgressComparison& progress, double metres);

} // namespace ghostline::model
