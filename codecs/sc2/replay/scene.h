// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// The surroundings of a game as far as its replay tells: bounds of the map, what lies on it at the start, and
// where players began. There is no terrain in a replay, and places in it have no height.
#include "codecs/sc2/replay/unit_kinds.h"
#include "model/world/scene_description.h"

namespace ghostline::sc2 {

model::SceneDescription describeScene(const ReplayData& data, const UnitKinds& kinds);

} // namespace ghostline::sc2
