// SPDX-License-Identifier: GPL-3.0-or-later
#include "model/world/standing.h"

#include <algorithm>

namespace ghostline::model {

namespace {

constexpr double SteepEnough = 0.05; // of a look at the ground: flatter ones meet it beyond the map

double heightUnder(const HeightField& ground, const glm::dvec3& place)
{
    return ground.at({place.x, place.z});
}

double liftAt(const SceneDescription& scene, const glm::dvec3& place)
{
    const HeightField* ground = liftingGround(scene);
    return ground != nullptr ? heightUnder(*ground, place) : 0.0;
}

} // namespace

const HeightField* groundOf(const SceneDescription& scene)
{
    return scene.ground != nullptr && scene.ground->valid() ? scene.ground.get() : nullptr;
}

const HeightField* liftingGround(const SceneDescription& scene)
{
    return scene.heightless ? groundOf(scene) : nullptr;
}

double recordedLevel(const SceneDescription& scene)
{
    return liftingGround(scene) != nullptr ? 0.0 : scene.groundHeight;
}

glm::dvec3 lifted(const SceneDescription& scene, const glm::dvec3& recorded)
{
    return recorded + glm::dvec3(0.0, liftAt(scene, recorded), 0.0);
}

glm::dvec3 recorded(const SceneDescription& scene, const glm::dvec3& shown)
{
    return shown - glm::dvec3(0.0, liftAt(scene, shown), 0.0);
}

double cameraLift(const HeightField& ground, const glm::dvec3& position, const glm::quat& orientation)
{
    const glm::dvec3 ahead(orientation * glm::vec3(0.0F, 0.0F, 1.0F));
    const bool down = ahead.y < -SteepEnough && position.y > 0.0;
    return heightUnder(ground, down ? position + ahead * (position.y / -ahead.y) : position);
}

void standOn(const HeightField& ground, WorldState& state, std::span<const ActorId> cameras)
{
    for (std::size_t row = 0; row < state.size(); ++row) {
        glm::dvec3& position = state.positions[row];
        const bool camera = std::ranges::binary_search(cameras, state.ids[row]);
        const double lift =
            camera ? cameraLift(ground, position, state.orientations[row]) : heightUnder(ground, position);
        position.y += lift;
        const std::size_t first = std::min<std::size_t>(state.bones[row].first, state.bonePoses.size());
        const std::size_t count =
            std::min<std::size_t>(state.bones[row].count, state.bonePoses.size() - first);
        for (BonePose& bone : std::span(state.bonePoses).subspan(first, count))
            bone.position.y += static_cast<float>(lift);
    }
}

} // namespace ghostline::model
