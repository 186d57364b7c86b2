// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// Who is ahead, over time: what highlights take as momentum where a format says what its players have to win
// with (Scoreboard::strength).
#include "model/base/export.h"
#include "model/replay/replay_source.h"

#include <vector>

namespace ghostline::model {

/// A side is a team, or several that play together (Team::side).
struct Lead
{
    /// By side, what it has at this time. Ascending time.
    struct Sample
    {
        Micros time{};
        std::vector<double> strength{};
    };
    std::vector<Sample> samples{}; ///< empty = the format does not tell

    bool empty() const { return samples.empty(); }
};

/// By team: the number of its side, from 0.
GHOSTLINE_MODEL_EXPORT std::vector<int> sidesOf(const ReplayInfo& info);

/// Samples one state a second of a complete replay. Empty where the format declares no strength or there are
/// fewer than two sides; what cannot be decoded is left out.
GHOSTLINE_MODEL_EXPORT Result<Lead> readLead(const ReplaySource& source, const Progress& progress,
                                             std::stop_token stop);

} // namespace ghostline::model
