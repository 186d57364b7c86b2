// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// What a replay tells of its map, for those who look for its file.
#include "codecs/sc2/game/replay_data.h"
#include "codecs/sc2/map/recorded_map.h"

namespace ghostline::sc2 {

/// Reads the list of files that the recording machine had from the archive, too.
RecordedMap playedMap(const ReplayData& data, const MpqArchive& archive);

} // namespace ghostline::sc2
