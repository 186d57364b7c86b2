// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// What an observer sees of every player, by page: what the tracker reports, and what was counted from
// commands.
#include "codecs/sc2/game/replay_data.h"
#include "model/replay/observer.h"

namespace ghostline::sc2 {

/// Only pages for which the replay has something: a game without reports has actions alone, one whose
/// commands have not been read has none of those.
std::vector<model::ObserverPage> observerPages(const ReplayData& data);

} // namespace ghostline::sc2
