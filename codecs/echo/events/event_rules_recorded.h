// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// What the recorder itself wrote down as having happened (.tape), which goes before what rules find.
#include "codecs/echo/events/event_rules.h"

namespace ghostline::echo::rules {

/// Plays of players without statistics, as if their counters had gone up. To be asked after readCounters().
void readRecorded(const Moment& now);
/// The entry of this frame about a player; null when there is none.
const RecordedEvent* recordedOf(const Moment& now, RecordedKind kind, PlayerNumber who);
/// The player in a slot of this frame, NoPlayer where nobody sits there.
PlayerNumber inSlot(const Moment& now, std::int16_t slot);
/// Sets "recorded" in the data of an event that the recorder wrote down, too.
void markRecorded(const Moment& now, RecordedKind kind, PlayerNumber who, QJsonObject& data);

} // namespace ghostline::echo::rules
