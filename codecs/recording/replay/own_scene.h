// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// What a recording itself says of its surroundings: how high the ground is, and where checkpoints are.
#include "codecs/recording/replay/run_index.h"
#include "model/world/scene_description.h"

namespace ghostline::recording {

/// As far as the background pass has come.
model::SceneDescription ownScene(const RunIndex& run, const std::stop_token& stop);

/// The block of a checkpoint's plate, from an id that says it: "mapmaker:checkpoint_plate/X_Y_Z".
std::optional<glm::ivec3> plateOf(const QString& checkpointId);

} // namespace ghostline::recording
