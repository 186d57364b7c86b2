// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// Which deaths cost somebody something.
#include "codecs/sc2/events/event_writer.h"

namespace ghostline::sc2 {

struct Loss
{
    std::uint32_t loop = 0;
    std::uint32_t life = 0;
    NameId type = 0;
    int worth = 0;
    int owner = Nobody;  ///< participant; Nobody = of somebody who is none
    int killer = Nobody; ///< participant; the owner himself for what blew itself up
    bool byEnemy = true; ///< false: by the owner's own hand
    float x = 0.0F;      ///< cells
    float y = 0.0F;
};

/// As far as its birth says so: replays of builds before 54724 do not.
bool isHallucination(const ReplayData& data, std::size_t life);

/// Ascending loop. Left out are neutral things, what merged or became something else, what its owner
/// cancelled, salvaged or let run out, and hallucinations where their birth says so.
std::vector<Loss> findLosses(const EventWriter& writer);

} // namespace ghostline::sc2
