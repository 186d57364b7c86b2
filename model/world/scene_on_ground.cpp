// SPDX-License-Identifier: GPL-3.0-or-later
// Divides edges by one rule that knows nothing but their ends, so that neighbours divide a common edge alike.
#include "model/world/scene_on_ground.h"

#include <array>
#include <cmath>
#include <unordered_map>
#include <utility>

namespace ghostline::model {

namespace {

/// Pieces of one line's step, and triangles or points of one mesh or set of lines.
constexpr int MostPieces = 1024;
constexpr std::size_t MostTriangles = 200'000;
constexpr std::size_t MostPoints = 500'000;
/// An edge of so many cells still hugs the ground well enough.
constexpr double LongestInCells = 1.5;

class Lift
{
public:
    Lift(const HeightField& ground, Bounds& heights) : m_ground(ground), m_heights(heights) {}

    double longest() const { return LongestInCells * m_ground.cell; }
    void lift(glm::dvec3& place)
    {
        place.y += m_ground.at({place.x, place.z});
        m_heights.include(place);
    }
    void lift(glm::vec3& vertex, const glm::dvec3& origin)
    {
        const glm::dvec3 place = origin + glm::dvec3(vertex);
        vertex.y += static_cast<float>(m_ground.at({place.x, place.z}));
        m_heights.include(origin + glm::dvec3(vertex));
    }

private:
    const HeightField& m_ground;
    Bounds& m_heights;
};

double flatLength(const glm::vec3& a, const glm::vec3& b)
{
    return std::hypot(static_cast<double>(b.x) - static_cast<double>(a.x),
                      static_cast<double>(b.z) - static_cast<double>(a.z));
}

void layLines(SceneLines& lines, Lift& lift)
{
    SceneLines laid{
        .role = lines.role, .origin = lines.origin, .points = {}, .starts = {}, .team = lines.team};
    laid.points.reserve(lines.points.size());
    laid.starts.reserve(lines.starts.size());
    for (std::size_t i = 0; i < lines.starts.size(); ++i) {
        laid.starts.push_back(static_cast<std::uint32_t>(laid.points.size()));
        const std::span<const glm::vec3> line = lines.line(i);
        for (std::size_t p = 0; p < line.size(); ++p) {
            if (p > 0) {
                const double cells = flatLength(line[p - 1], line[p]) / lift.longest();
                const bool divides = std::isfinite(cells) && laid.points.size() < MostPoints;
                const int pieces =
                    divides ? static_cast<int>(std::min<double>(std::ceil(cells), MostPieces)) : 1;
                for (int piece = 1; piece < pieces; ++piece)
                    laid.points.push_back(glm::mix(line[p - 1], line[p],
                                                   static_cast<float>(piece) / static_cast<float>(pieces)));
            }
            laid.points.push_back(line[p]);
        }
    }
    for (glm::vec3& point : laid.points)
        lift.lift(point, laid.origin);
    lines = std::move(laid);
}

/// A mesh whose triangles are halved at their longest edge until all of them are short.
class DividedMesh
{
public:
    DividedMesh(SceneMesh& mesh, double longest) : m_mesh(mesh), m_longest(longest) {}

    void divide()
    {
        std::vector<Triangle> waiting;
        m_mesh.forEachTriangle([&waiting](std::uint32_t a, std::uint32_t b, std::uint32_t c) {
            waiting.push_back({a, b, c});
        });
        std::vector<std::uint32_t> indices;
        indices.reserve(waiting.size() * 3);
        while (!waiting.empty()) {
            const Triangle t = waiting.back();
            waiting.pop_back();
            const std::size_t edge = longestEdge(t);
            const std::uint32_t from = t[edge], to = t[(edge + 1) % 3], apex = t[(edge + 2) % 3];
            const double length = flatLength(m_mesh.vertices[from], m_mesh.vertices[to]);
            const bool full = indices.size() / 3 + waiting.size() >= MostTriangles;
            if (full || !std::isfinite(length) || length <= m_longest) {
                indices.insert(indices.end(), t.begin(), t.end());
                continue;
            }
            const std::uint32_t middle = middleOf(from, to);
            waiting.push_back({from, middle, apex});
            waiting.push_back({middle, to, apex});
        }
        m_mesh.indices = std::move(indices);
    }

private:
    using Triangle = std::array<std::uint32_t, 3>;

    std::size_t longestEdge(const Triangle& t) const
    {
        std::size_t longest = 0;
        double most = -1.0;
        for (std::size_t i = 0; i < 3; ++i) {
            const double length = flatLength(m_mesh.vertices[t[i]], m_mesh.vertices[t[(i + 1) % 3]]);
            if (length > most) {
                most = length;
                longest = i;
            }
        }
        return longest;
    }
    std::uint32_t middleOf(std::uint32_t a, std::uint32_t b)
    {
        const std::uint64_t edge = (std::uint64_t{std::min(a, b)} << 32) | std::max(a, b);
        const auto [known, isNew] =
            m_middles.try_emplace(edge, static_cast<std::uint32_t>(m_mesh.vertices.size()));
        if (isNew) {
            m_mesh.vertices.push_back(glm::mix(m_mesh.vertices[a], m_mesh.vertices[b], 0.5F));
            if (m_mesh.colours.size() > std::max(a, b))
                m_mesh.colours.push_back(
                    SceneColour((glm::uvec3(m_mesh.colours[a]) + glm::uvec3(m_mesh.colours[b])) / 2U));
        }
        return known->second;
    }

    SceneMesh& m_mesh;
    double m_longest;
    std::unordered_map<std::uint64_t, std::uint32_t> m_middles;
};

} // namespace

void layOnGround(SceneDescription& scene, const HeightField& ground)
{
    if (!ground.valid())
        return;
    Bounds heights;
    Lift lift(ground, heights);
    for (SceneMesh& mesh : scene.meshes) {
        if (mesh.colours.size() != mesh.vertices.size())
            mesh.colours.clear(); // they would not fit the vertices that are added
        DividedMesh(mesh, lift.longest()).divide();
        for (glm::vec3& vertex : mesh.vertices)
            lift.lift(vertex, mesh.origin);
    }
    for (SceneLines& lines : scene.lines)
        layLines(lines, lift);
    for (SceneLabel& label : scene.labels)
        lift.lift(label.position);
    for (SceneCamera& camera : scene.cameras) {
        camera.position.y += ground.at({camera.position.x, camera.position.z});
        camera.target.y += ground.at({camera.target.x, camera.target.z});
    }
    if (scene.bounds.valid && heights.valid) {
        scene.bounds.min.y = heights.min.y;
        scene.bounds.max.y = heights.max.y;
    }
}

} // namespace ghostline::model
