// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// Whether a map can be the one that a replay was played on.
#include "codecs/sc2/map/map_data.h"
#include "codecs/sc2/map/recorded_map.h"
#include "model/base/sentence.h"

namespace ghostline::sc2 {

/// What speaks against it, one sentence for each thing; empty when nothing does.
model::Sentence mapDoubt(const MapData& map, const RecordedMap& recorded);
/// How much of the map could not be read, and the first reason; empty when all of it could.
model::Sentence unreadParts(const MapData& map);

} // namespace ghostline::sc2
