// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// What a line-up, a roster table and build orders show of a game: who plays with what, which figures count,
// and which events stand beside each other.
#include "codecs/sc2/events/derived_events.h"

namespace ghostline::sc2 {

/// Fills players, scoreboard, eventColumns, observer and census; everything else of `info` is left alone.
/// Needs nothing of `info` but may be called again for a later revision.
void declareLineUp(model::ReplayInfo& info, const ReplayData& data, const DerivedEvents& derived);

/// "Zerg", "Zerg (random)"; the recorded text where it is none of the three; empty when unknown.
QString raceText(const Participant& participant);
/// "Win", "Loss", "Tie"; empty for what is unknown.
QString outcomeText(Outcome outcome);

} // namespace ghostline::sc2
