// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// Votes in words for people; data keep the format's own.
#include "codecs/ironcurtain/events/votes.h"

namespace ghostline::ironcurtain {

/// "away from keyboard"
QString kickWords(KickReason why);
/// "time ran out"
QString failWords(VoteFailReason why);

} // namespace ghostline::ironcurtain
