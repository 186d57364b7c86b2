// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// Compares runs by place instead of time: a run is projected onto the path of a reference.
#include "model/compare/alignment.h"
#include "model/compare/attempts.h"
#include "model/compare/run_track.h"

#include <memory>
#include <span>

namespace ghostline::model {

/// Where the reference passed a place in an attempt that a reset ended.
struct FailedPass
{
    FrameTime at;
    bool stoodStill = false; ///< within SectionEndLimit of this place for a while: no single time
};

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
    /// The attempt that a frame of the reference belongs to, if a reset ended it; else null.
    const Attempt* failedAttemptAt(FrameNumber frame) const;
    /// The pass of a place in the failed attempt that belongs to one of another run, see failedLike();
    /// nothing where the reference has none that came there.
    std::optional<FailedPass> failedPassLike(const Attempt& other, double metres) const;
    /// Whether it stood still there in a failed attempt of its own.
    bool stoodStillAt(double metres, const Attempt& failed) const;

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
    double delta;    ///< seconds, B's run time less the reference's at that place, in the same attempt
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
    std::vector<Attempt> attempts; ///< of B
    /// Sample at a frame of B; Outside when there is none.
    ProgressSample at(FrameNumber frameOfB) const;
    /// Where in its replay B last passed this point of the path forward; nothing where it never did. Both
    /// frames of a pass must have a projection. A run that starts at the start passes it there. Costs a few
    /// hundred comparisons for each hour of B.
    std::optional<FrameTime> passOf(double metres) const;
    /// The same in the failed attempt of B that belongs to one of the reference, see failedLike().
    std::optional<FrameTime> failedPassLike(const Attempt& ofReference, double metres) const;

private:
    std::optional<FrameTime> lastPassIn(FrameRange frames, double metres) const;
};

/// B's places on the course, section by section, following B from frame to frame. Cancelled when stopped.
GHOSTLINE_MODEL_EXPORT Result<ProgressComparison> compareProgress(const Course& course, const RunTrack& b,
                                                                  std::stop_token stop);

/// Where B passed one place of the course for good.
struct PlacePass
{
    std::optional<FrameTime> at;
    NoNumber why = NoNumber::None; ///< why there is none that can be compared
};
PlacePass passAtPlace(const Course& course, const RunTrack& b, const ProgressComparison& progress,
                      double metres);
/// Whether B is so near the path there that its pass counts: who cuts a bend comes by its places without
/// having been near them.
bool isNearPath(const Course& course, const RunTrack& b, FrameTime pass, double metres);

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
