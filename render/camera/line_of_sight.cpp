// SPDX-License-Identifier: GPL-3.0-or-later
// A block is what hangs together by its triangles.
#include "render/camera/line_of_sight.h"

#include <algorithm>
#include <limits>
#include <numeric>

namespace ghostline::render {

namespace {

constexpr double LargestBlock = 4.0; // metres; a larger thing's ball would be mostly air
constexpr double AtPlace = 1.0;      // metres before the place that do not count
constexpr std::size_t MostBlocks = 2000;

/// Union-find over vertices.
std::size_t rootOf(std::vector<std::size_t>& parents, std::size_t i)
{
    while (parents[i] != i) {
        parents[i] = parents[parents[i]];
        i = parents[i];
    }
    return i;
}

} // namespace

void LineOfSight::addBlocks(const model::SceneMesh& mesh)
{
    std::vector<std::size_t> parents(mesh.vertices.size());
    std::iota(parents.begin(), parents.end(), std::size_t{0});
    mesh.forEachTriangle([&parents](std::size_t a, std::size_t b, std::size_t c) {
        const std::size_t root = rootOf(parents, a);
        parents[rootOf(parents, b)] = root;
        parents[rootOf(parents, c)] = root;
    });
    std::vector<model::Bounds> boxes(mesh.vertices.size());
    for (std::size_t i = 0; i < boxes.size(); ++i)
        boxes[rootOf(parents, i)].include(mesh.origin + glm::dvec3(mesh.vertices[i]));
    for (std::size_t i = 0; i < boxes.size() && m_balls.size() < MostBlocks; ++i) {
        if (!boxes[i].valid)
            continue;
        // A block's box rather than its farthest corner: it is turned any way.
        const glm::dvec3 half = (boxes[i].max - boxes[i].min) * 0.5;
        const double radius = std::max({half.x, half.y, half.z});
        if (radius > 0.0 && radius < LargestBlock)
            m_balls.push_back({boxes[i].min + half, radius});
    }
}

void LineOfSight::setScene(const model::SceneDescription& scene)
{
    m_balls.clear();
    for (const model::SceneMesh& mesh : scene.meshes) {
        if (mesh.role == model::SceneRole::Obstacle)
            addBlocks(mesh);
    }
}

double LineOfSight::clearance(const glm::dvec3& eye, const glm::dvec3& place) const
{
    double least = std::numeric_limits<double>::infinity();
    const glm::dvec3 way = place - eye;
    const double length = glm::length(way);
    if (length <= AtPlace)
        return least;
    const glm::dvec3 ahead = way / length;
    for (const Ball& ball : m_balls) {
        const double along = std::clamp(glm::dot(ball.centre - eye, ahead), 0.0, length - AtPlace);
        least = std::min(least, glm::length(ball.centre - eye - ahead * along) - ball.radius);
    }
    return least;
}

} // namespace ghostline::render
