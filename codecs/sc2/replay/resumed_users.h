// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// A game that goes on from a replay may be played by others, under other user ids, than it began with.
#include "codecs/sc2/game/replay_data.h"

namespace ghostline::sc2 {

/// Gives events after a resume the user id of the participant for whom they were sent; whoever only watches
/// from then on becomes nobody in particular.
void followResumes(ReplayData& data);

} // namespace ghostline::sc2
