// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// The skeleton of CARLA's pedestrians: a log names the bones but not what hangs on what.
#include "codecs/carla/replay/log_index.h"

namespace ghostline::carla {

/// Parents and roles of a bone list by the names of CARLA's pedestrians; unknown bones hang on the actor
/// itself.
BoneList makeBoneList(std::vector<QString> names);

} // namespace ghostline::carla
