// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// The windows of a recording and what each scores (see highlights.h).
#include "model/highlights/highlights.h"
#include "model/highlights/moments.h"

namespace ghostline::model {

struct ScoredWindow
{
    Micros begin{};
    std::size_t first = 0; ///< its moments: [first, end)
    std::size_t end = 0;
    std::size_t stretchFirst = 0; ///< its densest stretch: [stretchFirst, stretchEnd)
    std::size_t stretchEnd = 0;
    bool counts = true; ///< false: nothing in it to show, or in the opening with too few kills
    std::array<double, ScoreParts> raw{};
    double score = 0.0;
};

/// Mean and standard deviation over all windows, and the most, of one part.
struct Spread
{
    double mean = 0.0;
    double deviation = 0.0;
    double most = 0.0;

    double z(double raw) const { return deviation > 0.0 ? (raw - mean) / deviation : 0.0; }
};

struct ScoredWindows
{
    std::vector<ScoredWindow> windows{}; ///< ascending begin
    std::array<Spread, ScoreParts> spreads{};

    /// All four parts of one of them.
    std::array<ScorePart, ScoreParts> partsOf(const ScoredWindow& window,
                                              const HighlightWeights& weights) const;
};

Result<ScoredWindows> scoreWindows(const TimeAxis& axis, const MomentList& list, const Lead& lead,
                                   const HighlightWeights& weights, const std::stop_token& stop);

} // namespace ghostline::model
