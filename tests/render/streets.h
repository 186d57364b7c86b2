// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// A town as a road network makes it: a net of streets with dashed middle lines, solid edges and lamps.
#include "model/world/scene_description.h"

namespace ghostline::test {

/// `blocks` each way, 100 m wide. Streets are cut every 2 m, as bends would be.
model::SceneDescription streets(int blocks);

} // namespace ghostline::test
