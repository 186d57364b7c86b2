// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// The ground of a match: terrain, where the map ends, where players began.
#include "codecs/ironcurtain/container/header.h"
#include "codecs/ironcurtain/units/ids.h"
#include "codecs/ironcurtain/units/kinds.h"
#include "model/world/scene_description.h"

namespace ghostline::ironcurtain {

/// `start`: the first state there is; null when none can be read.
model::SceneDescription describeScene(const Metadata& metadata, const Players& players, const Kinds& kinds,
                                      const SimState* start);

} // namespace ghostline::ironcurtain
