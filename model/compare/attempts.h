// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// A run told apart into its attempts: from one checkpoint to the next, and anew from wherever a reset put the
// runner back. Two runs are held against each other attempt by attempt.
#include "model/compare/alignment.h"
#include "model/compare/run_track.h"

#include <cstddef>
#include <span>
#include <vector>

namespace ghostline::model {

struct Attempt
{
    FrameRange frames;       ///< never empty
    std::size_t section = 0; ///< how many checkpoints had been taken before
    std::size_t number = 0;  ///< among those of its section, from 0
    bool failed = false;     ///< a reset ended it
};

/// For each reset the frame in which the runner stands where it was put.
std::vector<FrameNumber> landingsOf(const RunTrack& track);

/// All of a run, ascending, without gaps. An attempt under way has not failed.
std::vector<Attempt> attemptsOf(const RunTrack& track);

/// Null outside the run.
const Attempt* attemptAt(const std::vector<Attempt>& attempts, FrameNumber frame);

/// The failed attempts of a run that belong to a failed one of another: the one of the same number in the
/// same section, then the later ones, for places that it had not come to. Empty where there are not so many.
std::span<const Attempt> failedLike(const std::vector<Attempt>& attempts, const Attempt& other);

/// Whether a place, in metres along a path, is where an attempt begins: nobody passes it upward there.
inline bool beginsAt(double begin, double metres)
{
    constexpr double Rounding = 1e-6;
    return metres <= begin + Rounding && metres >= begin - SectionEndLimit;
}

} // namespace ghostline::model
