// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// How a field of many units is shown: bodies that stand on the ground, cameras above it.
#include "model/actor.h"
#include "model/scene_description.h"

namespace ghostline::io {

/// `lift`: how far above the ground it begins.
inline model::ActorLook look(model::ActorShape shape, glm::vec3 half, float lift = 0.0F)
{
    model::ActorLook made;
    made.shape = shape;
    made.boxHalf = half;
    made.boxCentre = {0.0F, half.y + lift, 0.0F};
    return made;
}

/// Seen from the south and above, as such games show it.
inline model::SceneCamera cameraOver(QString name, const glm::dvec3& target, double distance)
{
    model::SceneCamera camera;
    camera.name = std::move(name);
    camera.target = target;
    camera.position = target + glm::dvec3(0.0, 0.83, 0.56) * distance;
    camera.verticalFov = 45.0;
    return camera;
}

} // namespace ghostline::io
