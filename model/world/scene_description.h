// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// Static surroundings in no format's terms: surfaces, lines, labels. Colours are the theme's business.
#include "model/world/grid_layer.h"

#include <QString>

#include <algorithm>
#include <cstdint>
#include <glm/glm.hpp>
#include <span>
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
    Outline,
    Shell,    ///< walls one looks through from outside; drawn translucent
    Obstacle, ///< solid block
    Goal,     ///< coloured by SceneMesh::team / SceneLines::team
    Launch    ///< tube or gate through which players enter; coloured by team
};

/// Indexed triangles, counter-clockwise seen from the front. Vertices are relative to `origin`, metres.
struct SceneMesh
{
    SceneRole role = SceneRole::Ground;
    glm::dvec3 origin{0.0};
    std::vector<glm::vec3> vertices;
    std::vector<std::uint32_t> indices;
    int team = -1; ///< index into ReplayInfo::teams whose hue it takes, -1 = by role

    /// Calls `visit(a, b, c)` with the indices of each triangle. Those out of range are not trusted: skipped.
    template<typename Visit>
    void forEachTriangle(const Visit& visit) const
    {
        for (std::size_t i = 0; i + 2 < indices.size(); i += 3) {
            const std::uint32_t a = indices[i], b = indices[i + 1], c = indices[i + 2];
            if (std::max({a, b, c}) < vertices.size())
                visit(a, b, c);
        }
    }
};

/// Polyline points, relative to `origin`; `starts` are indices of each line's first point.
struct SceneLines
{
    SceneRole role = SceneRole::Outline;
    glm::dvec3 origin{0.0};
    std::vector<glm::vec3> points;
    std::vector<std::uint32_t> starts;
    int team = -1; ///< as in SceneMesh

    /// The points of one line; starts out of range are not trusted.
    std::span<const glm::vec3> line(std::size_t i) const
    {
        const auto start = [this](std::size_t line) {
            return line < starts.size() ? std::min<std::size_t>(starts[line], points.size()) : points.size();
        };
        const std::size_t first = start(i), end = start(i + 1);
        return std::span(points).subspan(first, end > first ? end - first : 0);
    }
};

struct SceneLabel
{
    glm::dvec3 position{0.0};
    QString text;
};

/// A place from which the surroundings are worth looking at.
struct SceneCamera
{
    QString name; ///< for people, unique in a scene ("Blue goal")
    glm::dvec3 position{0.0};
    glm::dvec3 target{0.0};
    double verticalFov = 60.0; ///< degrees
    bool follows = false;      ///< turns toward the actor that is ActorInfo::focus
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
    std::vector<SceneCamera> cameras;
    std::vector<std::shared_ptr<const GridLayer>> grids; ///< surroundings made of blocks
    Bounds bounds;
    double groundHeight = 0.0; ///< Y of the grid
};

} // namespace ghostline::model
