// SPDX-License-Identifier: GPL-3.0-or-later
#include "codecs/rts/scene.h"

#include <algorithm>

namespace ghostline::rts {

model::ActorLook look(model::ActorShape shape, glm::vec3 half, float lift)
{
    model::ActorLook made;
    made.shape = shape;
    made.boxHalf = half;
    made.boxCentre = {0.0F, half.y + lift, 0.0F};
    return made;
}

void addOutline(model::SceneDescription& scene, const glm::vec3& corner, const glm::vec3& opposite)
{
    model::SceneLines outline;
    outline.role = model::SceneRole::Outline;
    outline.starts = {0};
    outline.points = {corner,
                      {opposite.x, corner.y, corner.z},
                      {opposite.x, corner.y, opposite.z},
                      {corner.x, corner.y, opposite.z},
                      corner};
    scene.lines.push_back(std::move(outline));
}

model::SceneCamera cameraOver(QString name, const glm::dvec3& target, double distance)
{
    model::SceneCamera camera;
    camera.name = std::move(name);
    camera.target = target;
    camera.position = target + glm::dvec3(0.0, 0.83, 0.56) * distance;
    camera.verticalFov = 45.0;
    return camera;
}

void addStartCamera(model::SceneDescription& scene, const QString& player, qint64 id,
                    const glm::dvec3& target, double distance)
{
    QString name = QStringLiteral("Start of %1").arg(player);
    if (std::any_of(scene.cameras.begin(), scene.cameras.end(),
                    [&name](const model::SceneCamera& other) { return other.name == name; }))
        name += QStringLiteral(" (%1)").arg(id);
    scene.cameras.push_back(cameraOver(std::move(name), target, distance));
}

} // namespace ghostline::rts
