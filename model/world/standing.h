// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// Recordings that tell no heights, shown on ground that has some: what lies at a height of 0 in the recording
// stands on the ground. Only what is shown is lifted; whatever is read, measured and written (metrics, zones,
// drawings, places that people send each other) stays in the recording's own space, with or without a map.
#include "model/base/export.h"
#include "model/world/scene_description.h"
#include "model/world/world_state.h"

#include <span>

namespace ghostline::model {

/// What recorded places are lifted by; null where they have heights of their own, or the ground is not known.
GHOSTLINE_MODEL_EXPORT const HeightField* liftingGround(const SceneDescription& scene);
/// Heights of ground in the scene's own space, whether anything is lifted or not; null = level, or unknown.
GHOSTLINE_MODEL_EXPORT const HeightField* groundOf(const SceneDescription& scene);
/// Height of level ground in the recording's space: 0 where places are lifted, else SceneDescription's.
GHOSTLINE_MODEL_EXPORT double recordedLevel(const SceneDescription& scene);

/// Where a recorded place is shown, and back.
GHOSTLINE_MODEL_EXPORT glm::dvec3 lifted(const SceneDescription& scene, const glm::dvec3& recorded);
GHOSTLINE_MODEL_EXPORT glm::dvec3 recorded(const SceneDescription& scene, const glm::dvec3& shown);

/// Metres by which a camera is lifted: as much as the place that it looks at, so that it shows the same piece
/// of ground as on level ground. One that looks at no ground goes by the place below it.
GHOSTLINE_MODEL_EXPORT double cameraLift(const HeightField& ground, const glm::dvec3& position,
                                         const glm::quat& orientation);

/// Lifts positions and bones of all actors; `cameras`, ascending, as cameraLift() says. Allocates nothing.
GHOSTLINE_MODEL_EXPORT void standOn(const HeightField& ground, WorldState& state,
                                    std::span<const ActorId> cameras = {});

} // namespace ghostline::model
