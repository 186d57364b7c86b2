// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// What hands do with the disc: throws, catches, passes, interceptions; whose it is, and who is first at it.
#include "codecs/echo/events/event_rules.h"

namespace ghostline::echo::rules {

/// throw, catch, pass, interception as the hands show them: the disc leaves one with speed, the disc comes
/// into one; thrown by one and caught by another of the same team, or by an opponent.
void findThrowsAndCatches(const Moment& now);
/// The details of the recording player's throw: last_throw has changed.
void findThrowDetails(const Moment& now);
/// The recording player, where it plays and nobody else has its name; NoPlayer else.
PlayerNumber ownPlayer(const Moment& now);
/// possession: the team's flag changes, or the player's goes to another.
void findPossession(const Moment& now);
/// joust: play begins with the disc in nobody's hand; until the first has it.
void findJousts(const Moment& now);

} // namespace ghostline::echo::rules
