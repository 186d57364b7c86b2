// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// The parts of a Course, for the code that projects runs onto it.
#include "model/compare/path_index.h"
#include "model/compare/progress.h"

namespace ghostline::model {

/// The path of a run, built frame by frame.
struct Path
{
    std::vector<PathPoint> points;     ///< without abandoned attempts
    std::vector<std::size_t> cuts;     ///< first point of each section, then the last point of all
    std::vector<double> metresByFrame; ///< from the run's start on
    std::vector<FrameRange>
        abandoned; ///< attempts that a reset ended: no part of the path, but projected onto it
};
Path pathOf(const RunTrack& track);

/// What the reference did in an attempt that a reset ended, as far as that leads along the path.
struct FailedWay
{
    /// When it passed a place upward, the last time; nothing where it never did.
    std::optional<FrameTime> passOf(double metres) const;

    std::vector<PathPoint> points;           ///< metres are those of the path, and may descend
    std::vector<ProgressStretch> stoodStill; ///< ascending, apart from each other
};

struct Course::Private
{
    explicit Private(std::shared_ptr<const RunTrack> track);

    /// When the reference was at a place of a segment, the last time if it stayed there; seconds of its run.
    double secondsAt(std::size_t segment, double metres) const;
    double metresOf(const PathProjection& projected) const;
    bool stoodStillAt(double metres) const;
    /// Whether a section or a piece of the path begins or ends there.
    bool endsAt(double metres, std::size_t section) const;
    /// The last point at or before a place, and how far toward the next it lies.
    std::pair<std::size_t, double> find(double metres) const;

    std::shared_ptr<const RunTrack> reference;
    Path path;
    PathIndex index;
    std::vector<double> pieceEnds;           ///< metres where pieces end and begin, ascending
    std::vector<ProgressStretch> stoodStill; ///< ascending, apart from each other
    std::vector<Attempt> attempts;           ///< of the reference
    std::vector<FailedWay> failedWays;       ///< one an attempt; of the others it is the path

private:
    void findPieces();
    void projectAbandoned();
    FailedWay failedWayOf(const Attempt& attempt) const;
};

} // namespace ghostline::model
