// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// What people said and did besides playing: chat, pings, leaves, trades, saved cameras; start, end and
// result.
#include "codecs/sc2/events/event_writer.h"
#include "codecs/sc2/events/results.h"

namespace ghostline::sc2 {

void writeStart(EventWriter& writer);
void writeMessages(EventWriter& writer);
/// Leaves, camera saves, trades, resume points and pings among the game events.
void writeActions(EventWriter& writer);
void writeResult(EventWriter& writer, const Results& results);
/// "Left the game", "Dropped" ...; what reason -1 means depends on nothing: it was not said.
model::Sentence leaveReason(int reason);

} // namespace ghostline::sc2
