// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// How a highlight is shown: the camera script, as clips that follow each other.
#include "model/clips/clip.h"
#include "model/highlights/highlights.h"

#include <span>

namespace ghostline::model {

/// What lies in so few metres is looked at from close by.
inline constexpr double CloseSpread = 12.0;
inline constexpr double PeakRate = 0.5;

/// The seconds before its densest stretch, the stretch at half speed, the seconds after; all with one title,
/// so that they are one chapter. Where it has a place: wide before and after it, and in between close to
/// whoever does most there, or the piece of ground where many are spread. Else directed.
GHOSTLINE_MODEL_EXPORT std::vector<Clip> clipsOf(const Highlight& highlight, const ReplayInfo& info);
/// One after the other, in the order given.
GHOSTLINE_MODEL_EXPORT std::vector<Clip> clipsOf(std::span<const Highlight> highlights,
                                                 const ReplayInfo& info);

} // namespace ghostline::model
