// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// Surroundings that were drawn flat, laid on ground that is not.
#include "model/world/height_field.h"
#include "model/world/scene_description.h"

namespace ghostline::model {

/// Lifts meshes, lines, labels and cameras by the height of `ground` under them. Long edges are divided
/// first, so that they follow the ground between their ends; what would become too many pieces is only lifted
/// at its ends. `bounds` keep x and z and get the heights of what was lifted. Nothing where `ground` is not
/// valid.
GHOSTLINE_MODEL_EXPORT void layOnGround(SceneDescription& scene, const HeightField& ground);

} // namespace ghostline::model
