// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// The axes of an evidence strip: round values beside each track, seconds from the flag below all of them. No
// painting.
#include "app/gui/review/strip_geometry.h"

#include <QString>

namespace ghostline::app {

/// Two to `most` (at least 2) round values within the range; none where it has no extent.
std::vector<double> valueTicks(const ValueRange& range, int most);
/// All of an axis with as many decimals as the finest of them needs.
QString valueTickText(double value, const std::vector<double>& ticks);

struct TimeTick
{
    double x = 0.0;       ///< pixels
    double seconds = 0.0; ///< from the flag
};
/// Round distances from the frame `zero`, at least `minPixels` apart; where time passes unevenly, those that
/// would be nearer are left out. None where the flag lies outside.
std::vector<TimeTick> timeTicks(const model::Evidence& evidence, const FrameScale& frames,
                                model::FrameNumber zero, double minPixels);
/// "+1.5", "0", "-2".
QString timeTickText(double seconds);

} // namespace ghostline::app
