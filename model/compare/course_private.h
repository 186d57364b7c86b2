// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// What a course is made of, for those who project onto it.
#include "model/compare/progress.h"
#include "model/compare/way_tree.h"

namespace ghostline::model {

/// The way of a run, put together frame by frame.
struct Way
{
    std::vector<WayPoint> points;      ///< without abandoned attempts
    std::vector<std::size_t> cuts;     ///< first point of each section, then the last point of all
    std::vector<double> metresByFrame; ///< from the run's start on
    std::vector<FrameRange>
        abandoned; ///< attempts that a reset ended; their metres are to be found otherwise
};
Way wayOf(const RunTrack& track);

struct Course::Private
{
    explicit Private(std::shared_ptr<const RunTrack> track);

    /// When the reference was at a place of a segment, the last time if it stayed there; seconds of its run.
    double secondsAt(std::size_t segment, double metres) const;
    double metresOf(const WayFoot& foot) const;
    bool stoodStillAt(double metres) const;
    /// Whether the way begins or ends there, at a cut or at a jump.
    bool endsAt(double metres, std::size_t section) const;
    /// The last point at or before a place, and how far toward the next it lies.
    std::pair<std::size_t, double> find(double metres) const;

    std::shared_ptr<const RunTrack> reference;
    Way way;
    WayTree tree;
    std::vector<double> pieceEnds;           ///< metres where pieces end and begin, ascending
    std::vector<ProgressStretch> stoodStill; ///< ascending, apart from each other

private:
    void findPieces();
    void findStops();
    void projectAbandoned();
};

} // namespace ghostline::model
