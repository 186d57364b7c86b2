// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// What was made and what was lost: structures, units, upgrades, firsts, expansions and deaths, from the
// tracker; and what was ordered, where there is no tracker.
#include "codecs/sc2/events/losses.h"

namespace ghostline::sc2 {

void writeProduction(EventWriter& writer);
void writeDeaths(EventWriter& writer, std::span<const Loss> losses);
/// Build orders of replays without tracker events, from the players' commands: marked "ordered".
void writeOrders(EventWriter& writer);

} // namespace ghostline::sc2
