// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// Static surroundings in no format's terms: surfaces, lines, labels. Colours are the theme's business.
#include <QString>

#include <cstdint>
#include <glm/glm.hpp>
#include <vector>

namespace ghostline::model {

/// What a piece of scenery is, so that a theme can colour it.
enum class SceneRole : std::uint8_t {
    Ground,
    Road,
    Shoulder,
    Sidewalk,
    Crossing,
    MarkingWhite,
    MarkingYellow,
    Wall,
    Zone,
    Track,
    Outline
};

/// Indexed triangles, counter-clockwise seen from the front. Vertices are relative to `origin`, metres.
struct SceneMesh
{
    SceneRole role = SceneRole::Ground;
    glm::dvec3 origin{0.0};
    std::vector<glm::vec3> vertices;
    std::vector<std::uint32_t> indices;
};

/// Polyline points, relative to `origin`; `starts` are indices of each line's first point.
struct SceneLines
{
    SceneRole role = SceneRole::Outline;
    glm::dvec3 origin{0.0};
    std::vector<glm::vec3> points;
    std::vector<std::uint32_t> starts;
};

struct SceneLabel
{
    glm::dvec3 position{0.0};
    QString text;
};

struct Bounds
{
    glm::dvec3 min{0.0};
    glm::dvec3 max{0.0};
    bool valid = false;
    void include(const glm::dvec3& p)
    {
        min = valid ? glm::min(min, p) : p;
        max = valid ? glm::max(max, p) : p;
        valid = true;
    }
};

struct SceneDescription
{
    QString name; ///< "Town01.xodr", "" when there is none
    QString note; ///< why there is none or what was left out, for people
    std::vector<SceneMesh> meshes;
    std::vector<SceneLines> lines;
    std::vector<SceneLabel> labels;
    Bounds bounds;
    double groundHeight = 0.0; ///< Y of the grid
};

} // namespace ghostline::model
