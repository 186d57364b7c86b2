// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// What the recorder itself wrote down as having happened (.tape), which goes before what rules find.
#include "codecs/echo/events/event_rules.h"

namespace ghostline::echo::rules {

/// Plays of players without statistics, as if their counters had gone up. To be asked after readCounters().
void readRecorded(const Moment& now);
/// Throws: each is an event, which the one seen in the hands joins. To be asked before findThrowDetails().
void readRecordedThrows(const Moment& now);
/// Emotes that no flag has shown; one that comes on soon is the same. To be asked after findEmotes().
void readRecordedEmotes(const Moment& now);
/// Starts and ends of rounds, which the status has not told yet. To be asked before findRounds().
void readRecordedRounds(const Moment& now);
/// Pauses whose state the frames do not show. To be asked after findPauses().
void readRecordedPauses(const Moment& now);
/// The entry of this frame that is of that kind; null when there is none.
const RecordedEvent* recordedOf(const Moment& now, RecordedKind kind);
/// The same of one slot.
const RecordedEvent* recordedIn(const Moment& now, RecordedKind kind, std::int16_t slot);
/// The entry of this frame about a player; null when there is none.
const RecordedEvent* recordedOf(const Moment& now, RecordedKind kind, PlayerNumber who);
/// The player in a slot of this frame, NoPlayer where nobody sits there.
PlayerNumber inSlot(const Moment& now, std::int16_t slot);
/// Sets "recorded" in the data of an event that the recorder wrote down, too.
void markRecorded(const Moment& now, RecordedKind kind, PlayerNumber who, QJsonObject& data);

} // namespace ghostline::echo::rules
