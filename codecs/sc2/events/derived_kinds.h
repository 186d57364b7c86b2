// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// The kinds of events of a game, in the order of DerivedKind, and what their tables show.
#include "codecs/sc2/events/derived_events.h"

namespace ghostline::sc2 {

/// The same for every revision of a replay: columns depend on who plays, not on what has been read.
/// `reports`: it holds those of units; without them nobody knows what fought and died.
std::vector<model::EventKind> derivedKinds(const ReplayHead& head, bool reports);
/// Stable snake_case, as in EventKind::id.
QString derivedKindId(DerivedKind kind);
/// "lost_1", "units_2": a figure of one participant in Event::data; counts from 1.
QString participantKey(const char* what, std::size_t participant);

} // namespace ghostline::sc2
