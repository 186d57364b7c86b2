// SPDX-License-Identifier: GPL-3.0-or-later
#include "render/scenery/surface_simplifier.h"

#include <meshoptimizer.h>

#include <algorithm>
#include <cmath>

namespace ghostline::render {

namespace {

// The simplifier's error is a mean: in long bends single places come out at up to twice of it.
constexpr auto MeanError = static_cast<float>(0.5 * CoarseMetres);

bool isPlace(const SceneryVertex& v)
{
    return std::isfinite(v.position[0]) && std::isfinite(v.position[1]) && std::isfinite(v.position[2]);
}

} // namespace

/// Pieces of a street have corners of their own: only where those are one do the pieces hang together.
SurfaceSimplifier::SurfaceSimplifier(std::span<const SceneryVertex> vertices,
                                     std::span<const std::uint32_t> indices)
    : m_vertices(vertices), m_same(vertices.size())
{
    std::vector<unsigned> remap(vertices.size());
    const std::size_t different =
        meshopt_generateVertexRemap(remap.data(), indices.data(), indices.size(), vertices.data(),
                                    vertices.size(), sizeof(SceneryVertex));
    constexpr auto None = ~std::uint32_t{0};
    std::vector<std::uint32_t> firsts(different, None);
    for (const std::uint32_t vertex : indices) {
        std::uint32_t& first = firsts[remap[vertex]];
        if (first == None)
            first = vertex;
        m_same[vertex] = first;
    }
}

std::vector<std::uint32_t> SurfaceSimplifier::simplified(std::span<const std::uint32_t> triangles) const
{
    std::vector<std::uint32_t> corners;
    corners.reserve(triangles.size());
    for (std::size_t t = 0; t + 2 < triangles.size(); t += 3) {
        const auto triangle = triangles.subspan(t, 3);
        if (std::ranges::all_of(triangle, [this](std::uint32_t v) { return isPlace(m_vertices[v]); })) {
            for (const std::uint32_t vertex : triangle)
                corners.push_back(m_same[vertex]);
        }
    }
    // Only those in use, so that the work is that of one tile and not of the whole town.
    std::vector<std::uint32_t> used = corners;
    std::ranges::sort(used);
    used.erase(std::unique(used.begin(), used.end()), used.end());
    std::vector<glm::vec3> places;
    places.reserve(used.size());
    for (const std::uint32_t vertex : used) {
        const float* p = m_vertices[vertex].position;
        places.emplace_back(p[0], p[1], p[2]);
    }
    for (std::uint32_t& corner : corners)
        corner = static_cast<std::uint32_t>(std::ranges::lower_bound(used, corner) - used.begin());

    if (corners.empty())
        return corners;
    const float scale = meshopt_simplifyScale(&places[0].x, places.size(), sizeof(glm::vec3));
    if (!(scale > 0.0F))
        return {};
    std::vector<std::uint32_t> fewer(corners.size());
    fewer.resize(meshopt_simplify(fewer.data(), corners.data(), corners.size(), &places[0].x, places.size(),
                                  sizeof(glm::vec3), 0, MeanError / scale, 0, nullptr));
    for (std::uint32_t& corner : fewer)
        corner = used[corner];
    return fewer;
}

} // namespace ghostline::render
