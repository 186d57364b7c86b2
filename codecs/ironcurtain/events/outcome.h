// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// How a match ended, from a reader that stands on it: for parsing an event without knowing its length yet.
#include "codecs/ironcurtain/container/bincode.h"
#include "codecs/ironcurtain/events/analysis_event.h"

namespace ghostline::ironcurtain {

/// Sticky failure of the reader tells what is wrong.
MatchOutcome readOutcome(BinReader& in);

} // namespace ghostline::ironcurtain
