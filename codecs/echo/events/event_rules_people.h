// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// Who comes and goes, what they show and what they carry.
#include "codecs/echo/events/event_rules.h"

namespace ghostline::echo::rules {

/// joined, left: a player is in the list who was not in the frame before, or the other way round; a change of
/// team is a `joined` with `from_team`. Whoever is there in the first frame has not joined. Spectators too.
void findComersAndGoers(const Moment& now);
/// emote: from the flag's coming on to its going off.
void findEmotes(const Moment& now);
/// loadout: a combat player has taken other arms.
void findLoadouts(const Moment& now);

} // namespace ghostline::echo::rules
