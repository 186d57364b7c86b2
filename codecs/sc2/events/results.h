// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// Who won: as recorded, or concluded from who left first.
#include "codecs/sc2/events/derived_events.h"

namespace ghostline::sc2 {

struct Results
{
    std::vector<Outcome> outcomes; ///< by participant
    std::vector<bool> inferred;
    std::uint32_t loop = 0; ///< at which the game was decided as far as is known: a leave, or the end
    bool known() const;
};

/// Loop at which each participant left; OpenEnd = never.
std::vector<std::uint32_t> leaveLoops(const ReplayData& data);
Results concludeResults(const ReplayData& data);

} // namespace ghostline::sc2
