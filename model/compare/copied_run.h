// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// Two people never run alike to the last digit: long stretches that do are a copy.
#include "model/compare/run_track.h"

namespace ghostline::model {

/// A stretch in which both are at bit-identical places, frame for frame, while moving.
struct CopiedStretch
{
    FrameRange a;
    FrameRange b;        ///< as long as a
    double metres = 0.0; ///< way in it
};

/// Shorter ones, or with less way in them, are chance (standing at the start, a shared teleport).
inline constexpr FrameNumber CopiedFrames = 60;
inline constexpr double CopiedMetres = 5.0;

/// The longest stretches, without overlap in A and in its order, from the first move to the last; found at
/// any offset between the two. Linear in the frames of both.
GHOSTLINE_MODEL_EXPORT std::vector<CopiedStretch> copiedStretches(const RunTrack& a, const RunTrack& b);

} // namespace ghostline::model
