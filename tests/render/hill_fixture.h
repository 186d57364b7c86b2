// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// Ground with a slope, for recordings that tell no heights.
#include "model/world/scene_description.h"

#include <cmath>
#include <cstdint>
#include <memory>
#include <utility>

namespace ghostline::test {

inline constexpr double SlopeGrade = 0.5;   ///< metres up with each metre to the east
inline constexpr double SlopeReach = 100.0; ///< metres from the origin, which is at a height of 0, each way

inline model::HeightField slopeField()
{
    model::HeightField field;
    field.corner = glm::dvec2(-SlopeReach);
    field.cell = 4.0;
    field.columns = field.rows = 51;
    for (int row = 0; row < field.rows; ++row) {
        for (int column = 0; column < field.columns; ++column)
            field.heights.push_back(static_cast<float>(SlopeGrade * (4.0 * column - SlopeReach)));
    }
    return field;
}

/// Terrain on it in one piece, with a pond in the east.
inline model::SceneDescription slopeScene()
{
    constexpr auto Reach = static_cast<float>(SlopeReach);
    constexpr auto High = static_cast<float>(SlopeGrade * SlopeReach);
    model::SceneDescription scene;
    scene.ground = std::make_shared<const model::HeightField>(slopeField());
    scene.heightless = true;
    model::SceneMesh land;
    land.role = model::SceneRole::Terrain;
    land.vertices = {
        {-Reach, -High, -Reach}, {-Reach, -High, Reach}, {Reach, High, Reach}, {Reach, High, -Reach}};
    land.indices = {0, 1, 2, 0, 2, 3};
    land.colours.assign(4, {96, 128, 64});
    model::SceneMesh pond;
    pond.role = model::SceneRole::Water;
    pond.vertices = {
        {60.0F, High, -20.0F}, {60.0F, High, 20.0F}, {90.0F, High, 20.0F}, {90.0F, High, -20.0F}};
    pond.indices = {0, 1, 2, 0, 2, 3};
    scene.meshes = {land, pond};
    scene.bounds.include({-SlopeReach, -SlopeGrade * SlopeReach, -SlopeReach});
    scene.bounds.include({SlopeReach, SlopeGrade * SlopeReach, SlopeReach});
    return scene;
}

/// Hills 80 m each way round the origin, with a pond, in one piece of terrain; level enough to be climbed.
inline model::SceneDescription hillScene()
{
    auto field = std::make_shared<model::HeightField>();
    field->corner = glm::dvec2(-80.0);
    field->cell = 2.0;
    field->columns = field->rows = 81;
    model::SceneDescription scene;
    model::SceneMesh land;
    land.role = model::SceneRole::Terrain;
    for (int row = 0; row < field->rows; ++row) {
        for (int column = 0; column < field->columns; ++column) {
            const double x = 2.0 * column - 80.0, z = 2.0 * row - 80.0;
            const double y =
                1.2 * std::sin(x / 4.0) * std::cos(z / 5.0) + 3.0 * std::sin(x / 17.0 + z / 13.0);
            field->heights.push_back(static_cast<float>(y));
            land.vertices.emplace_back(x, y, z);
            land.colours.push_back(y > 2.0 ? model::SceneColour{150, 130, 100}
                                           : model::SceneColour{80, 120, 60});
        }
    }
    const auto stride = static_cast<std::uint32_t>(field->columns);
    for (std::uint32_t row = 0; row + 1 < stride; ++row) {
        for (std::uint32_t column = 0; column + 1 < stride; ++column) {
            const std::uint32_t n = row * stride + column;
            land.indices.insert(land.indices.end(),
                                {n, n + stride, n + 1, n + 1, n + stride, n + stride + 1});
        }
    }
    model::SceneMesh pond;
    pond.role = model::SceneRole::Water;
    pond.vertices = {
        {-80.0F, -2.6F, -80.0F}, {-80.0F, -2.6F, 80.0F}, {80.0F, -2.6F, 80.0F}, {80.0F, -2.6F, -80.0F}};
    pond.indices = {0, 1, 2, 0, 2, 3};
    model::SceneMesh tree;
    tree.role = model::SceneRole::Prop;
    tree.origin = {-4.0, field->at({-4.0, -5.0}), -5.0};
    tree.vertices = {{0.0F, 2.5F, 0.0F},
                     {-0.7F, 0.0F, 0.7F},
                     {0.7F, 0.0F, 0.7F},
                     {0.7F, 0.0F, -0.7F},
                     {-0.7F, 0.0F, -0.7F}};
    tree.indices = {0, 1, 2, 0, 2, 3, 0, 3, 4, 0, 4, 1};
    tree.colours.assign(5, {70, 105, 50});
    scene.meshes = {land, pond, tree};
    scene.ground = std::move(field);
    scene.heightless = true;
    scene.bounds.include({-80.0, -5.0, -80.0});
    scene.bounds.include({80.0, 5.0, 80.0});
    return scene;
}

} // namespace ghostline::test
