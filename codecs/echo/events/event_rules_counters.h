// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// What the players' statistics say when they go up. Of stuns a counter says who did it and a flag whom it
// hit.
#include "codecs/echo/events/event_rules.h"

namespace ghostline::echo::rules {

/// Which counters went up, into MatchMemory::rises. Those that went down are noted, unless a round begins.
void readCounters(const Moment& now);
/// catch, pass, interception by their counters: joined with what the hands showed, else on their own.
void findCountedPlays(const Moment& now);
/// shot, save, steal, block by their counters, and who was on the other side of it.
void findShots(const Moment& now);
void findSaves(const Moment& now);
void findSteals(const Moment& now);
void findBlocks(const Moment& now);
/// stun: the stunner's counter rises, the nearest opponent newly stunned is the victim; a victim whom no
/// counter explains is listed alone, `by` null.
void findStuns(const Moment& now);

} // namespace ghostline::echo::rules
