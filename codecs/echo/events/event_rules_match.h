// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// Rounds, pauses, requests, rules, and the two clocks.
#include "codecs/echo/events/event_rules.h"

namespace ghostline::echo::rules {

/// round_start: play begins, unless it only goes on after a goal. round_end: it is over, for the round or the
/// match.
void findRounds(const Moment& now);
/// pause: from being asked for to play going on, with who asked, who ended it and how long it was paused.
void findPauses(const Moment& now);
/// The event of a round that begins, and of the one that is over (which only its number leaves open).
EventId announceRound(const Moment& now, int number, QJsonObject data);
void endRound(const Moment& now, bool match);
/// The recorder says that the game is paused, by whom, and that it goes on.
void pauseTold(const Moment& now, TeamCode by);
void unpauseTold(const Moment& now);
/// restart_request: a team's request, for as long as it stands.
void findRestartRequests(const Moment& now);
/// rules_changed: by whom, and the server's number of it.
void findRulesChanges(const Moment& now);
/// Nothing but diagnostics: the status, the two clocks.
void watchClocks(const Moment& now);

} // namespace ghostline::echo::rules
