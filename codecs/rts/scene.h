// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// How a field of many units is shown: bodies that stand on it or fly above it, its outline, cameras over it.
#include "model/world/actor.h"
#include "model/world/scene_description.h"

namespace ghostline::rts {

/// `lift`: how far above the ground it begins.
model::ActorLook look(model::ActorShape shape, glm::vec3 half, float lift = 0.0F);
/// A rectangle between two corners, at the height of the first.
void addOutline(model::SceneDescription& scene, const glm::vec3& corner, const glm::vec3& opposite);
/// Seen from the south and above, as such games show it.
model::SceneCamera cameraOver(QString name, const glm::dvec3& target, double distance);
/// Above the start of a player, whose id tells players of one name apart.
void addStartCamera(model::SceneDescription& scene, const QString& player, qint64 id,
                    const glm::dvec3& target, double distance);

} // namespace ghostline::rts
