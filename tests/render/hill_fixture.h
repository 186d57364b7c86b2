// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// Ground with a slope, for recordings that tell no heights.
#include "model/world/scene_description.h"

#include <memory>

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

} // namespace ghostline::test
