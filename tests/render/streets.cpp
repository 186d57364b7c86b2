// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/render/streets.h"

namespace ghostline::test {

model::SceneDescription streets(int blocks)
{
    constexpr float Block = 100.0F;
    const auto meshOf = [](model::SceneRole role) {
        model::SceneMesh mesh;
        mesh.role = role;
        return mesh;
    };
    model::SceneDescription scene;
    scene.meshes = {meshOf(model::SceneRole::Road), meshOf(model::SceneRole::Sidewalk),
                    meshOf(model::SceneRole::MarkingWhite), meshOf(model::SceneRole::Wall)};
    // `along` one axis from `a` to `b`, `left` and `right` of the line across it.
    const auto strip = [](model::SceneMesh& to, bool east, glm::vec2 ab, glm::vec2 sides, float y) {
        const auto n = static_cast<std::uint32_t>(to.vertices.size());
        for (const auto& [along, across] :
             {std::pair{ab.x, sides.x}, {ab.y, sides.x}, {ab.y, sides.y}, {ab.x, sides.y}})
            to.vertices.emplace_back(east ? along : across, y, east ? across : along);
        for (const std::uint32_t k : {0U, 1U, 2U, 0U, 2U, 3U})
            to.indices.push_back(n + k);
    };
    const float end = Block * static_cast<float>(blocks);
    for (int street = 0; street <= blocks; ++street) {
        const float at = Block * static_cast<float>(street);
        for (const bool east : {true, false}) {
            for (float s = 0.0F; s < end; s += 2.0F) {
                const glm::vec2 piece{s, s + 2.0F};
                strip(scene.meshes[0], east, piece, {at - 3.5F, at}, 0.0F);
                strip(scene.meshes[0], east, piece, {at, at + 3.5F}, 0.0F);
                strip(scene.meshes[1], east, piece, {at - 5.5F, at - 3.5F}, -0.02F);
                strip(scene.meshes[1], east, piece, {at + 3.5F, at + 5.5F}, -0.02F);
                strip(scene.meshes[2], east, piece, {at - 3.4F, at - 3.28F}, 0.02F);
                strip(scene.meshes[2], east, piece, {at + 3.28F, at + 3.4F}, 0.02F);
            }
            for (float s = 0.0F; s < end; s += 9.0F)
                strip(scene.meshes[2], east, {s, s + 3.0F}, {at - 0.06F, at + 0.06F}, 0.02F);
            for (float s = 10.0F; s < end; s += 30.0F)
                strip(scene.meshes[3], east, {s, s + 0.2F}, {at + 4.0F, at + 4.2F}, 6.0F);
        }
    }
    scene.bounds.include({-6.0, -0.02, -6.0});
    scene.bounds.include({static_cast<double>(end) + 6.0, 6.0, static_cast<double>(end) + 6.0});
    scene.groundHeight = -0.1;
    return scene;
}

} // namespace ghostline::test
