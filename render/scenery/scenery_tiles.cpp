// SPDX-License-Identifier: GPL-3.0-or-later
#include "render/scenery/scenery_tiles.h"

#include "render/base/frustum_culling.h"
#include "render/scenery/surface_simplifier.h"

#include <algorithm>
#include <cmath>
#include <numeric>

namespace ghostline::render {

namespace {

// Each tile is one draw: few where there is little, and never more than can be asked of a frame.
constexpr float LeastSide = 100.0F; // metres
constexpr float MostAcross = 10.0F;
constexpr std::size_t TrianglesOfOne = 4000; // fewer are one tile

constexpr std::size_t index(SceneryDetail detail) { return static_cast<std::size_t>(detail); }

glm::vec3 placeOf(const SceneryVertex& v) { return {v.position[0], v.position[1], v.position[2]}; }

/// Tiles in rows over everything.
struct TileGrid
{
    glm::vec3 low{0.0F};
    float side = LeastSide;
    std::size_t across = 1;

    std::size_t tileOf(const glm::vec3& place) const
    {
        const auto cell = [this](float v) {
            const float at = v / side;
            // What is no number is not above 0 either.
            return at > 0.0F ? static_cast<std::size_t>(std::min(at, static_cast<float>(across - 1)))
                             : std::size_t{0};
        };
        return cell(place.z - low.z) * across + cell(place.x - low.x);
    }
};

TileGrid gridOf(std::span<const SceneryVertex> vertices, std::size_t triangles)
{
    TileGrid grid;
    if (vertices.empty())
        return grid;
    glm::vec3 high = grid.low = placeOf(vertices.front());
    for (const SceneryVertex& v : vertices) {
        grid.low = glm::min(grid.low, placeOf(v));
        high = glm::max(high, placeOf(v));
    }
    const float extent = std::max(high.x - grid.low.x, high.z - grid.low.z);
    grid.side = std::max(LeastSide, extent / MostAcross);
    if (triangles >= TrianglesOfOne && std::isfinite(extent))
        grid.across = static_cast<std::size_t>(std::ceil(extent / grid.side));
    return grid;
}

/// Road marks are too narrow by far where it is drawn; what stands up keeps its shape.
void addCoarseLevels(std::span<const SceneryVertex> vertices, std::vector<std::uint32_t>& indices,
                     std::vector<SceneryTile>& tiles)
{
    const SurfaceSimplifier simplifier(vertices, indices);
    for (SceneryTile& tile : tiles) {
        const auto begin = indices.begin() + tile.fine.first;
        const unsigned flatEnd = tile.fine.ends[index(SceneryDetail::Flat)];
        const unsigned smallEnd = tile.fine.ends[index(SceneryDetail::Small)];
        std::vector<std::uint32_t> level = simplifier.simplified({begin, begin + flatEnd});
        const auto flat = static_cast<unsigned>(level.size());
        if (4 * flat >= 3 * flatEnd) { // nothing to speak of is saved
            tile.coarse = tile.fine;
            continue;
        }
        level.insert(level.end(), begin + flatEnd, begin + smallEnd);
        tile.coarse.first = static_cast<unsigned>(indices.size());
        for (std::size_t detail = 0; detail < SceneryDetails; ++detail)
            tile.coarse.ends[detail] = std::min(tile.fine.ends[detail], smallEnd) - flatEnd + flat;
        indices.insert(indices.end(), level.begin(), level.end());
    }
}

} // namespace

SceneryDetail sceneryDetail(model::SceneRole role)
{
    using model::SceneRole;
    switch (role) {
    case SceneRole::MarkingWhite:
    case SceneRole::MarkingYellow:
        return SceneryDetail::Line;
    case SceneRole::Crossing:
    case SceneRole::Wall:
        return SceneryDetail::Small;
    case SceneRole::Obstacle:
    case SceneRole::Goal:
    case SceneRole::Launch:
    case SceneRole::Terrain: // its colours would go with the vertices that a coarse level leaves out
    case SceneRole::Prop:
        return SceneryDetail::Solid;
    default:
        return SceneryDetail::Flat;
    }
}

bool detailVisible(SceneryDetail detail, double pixelsPerMetre)
{
    constexpr double Pole = 0.4; // metres, or a plate
    constexpr double Line = 0.12;
    constexpr double LeastPixels = 0.3;
    return detail == SceneryDetail::Flat || detail == SceneryDetail::Solid ||
           (detail == SceneryDetail::Small ? Pole : Line) * pixelsPerMetre >= LeastPixels;
}

bool coarseLevelSuffices(double pixelsPerMetre)
{
    constexpr double CoarsePixels = 0.3;
    return CoarseMetres * pixelsPerMetre <= CoarsePixels;
}

std::vector<SceneryTile> tileScenery(std::span<const SceneryVertex> vertices,
                                     std::span<const SceneryDetail> details,
                                     std::vector<std::uint32_t>& indices)
{
    const TileGrid grid = gridOf(vertices, details.size());
    const auto corner = [&](std::size_t triangle, std::size_t k) {
        return placeOf(vertices[indices[3 * triangle + k]]);
    };
    std::vector<std::size_t> buckets(details.size());
    for (std::size_t t = 0; t < buckets.size(); ++t) {
        const glm::vec3 middle = (corner(t, 0) + corner(t, 1) + corner(t, 2)) / 3.0F;
        buckets[t] = grid.tileOf(middle) * SceneryDetails + index(details[t]);
    }
    std::vector<std::size_t> order(details.size());
    std::iota(order.begin(), order.end(), std::size_t{0});
    std::stable_sort(order.begin(), order.end(),
                     [&](std::size_t a, std::size_t b) { return buckets[a] < buckets[b]; });

    std::vector<SceneryTile> tiles;
    std::vector<std::uint32_t> sorted;
    sorted.reserve(indices.size());
    std::size_t last = 0;
    for (const std::size_t t : order) {
        const std::size_t tile = buckets[t] / SceneryDetails;
        if (tiles.empty() || tile != last) {
            const glm::vec3 begin = corner(t, 0);
            tiles.push_back({begin, begin, {static_cast<unsigned>(sorted.size()), {}}, {}});
        }
        last = tile;
        SceneryTile& to = tiles.back();
        for (std::size_t k = 0; k < 3; ++k) {
            to.low = glm::min(to.low, corner(t, k));
            to.high = glm::max(to.high, corner(t, k));
            sorted.push_back(indices[3 * t + k]);
        }
        for (std::size_t detail = index(details[t]); detail < SceneryDetails; ++detail)
            to.fine.ends[detail] = static_cast<unsigned>(sorted.size()) - to.fine.first;
    }
    indices = std::move(sorted);
    addCoarseLevels(vertices, indices, tiles);
    return tiles;
}

IndexRange SceneryTile::visibleFrom(const glm::dvec3& place, const glm::dmat4& view,
                                    const glm::dmat4& projection, double pixels) const
{
    const glm::dvec3 from = place + glm::dvec3(low);
    const glm::dvec3 to = place + glm::dvec3(high);
    if (!intersectsFrustum(from, to, projection * view))
        return {};
    const bool parallel = projection[3][3] != 0.0;
    const glm::dvec3 eye{glm::inverse(view)[3]};
    const double distance = parallel ? 1.0 : glm::length(eye - glm::clamp(eye, from, to));
    const double pixelsPerMetre = projection[1][1] * pixels / 2.0 / std::max(distance, 1e-3);
    std::size_t detail = SceneryDetails - 1;
    while (!detailVisible(static_cast<SceneryDetail>(detail), pixelsPerMetre))
        --detail;
    const SceneryLod& level = coarseLevelSuffices(pixelsPerMetre) ? coarse : fine;
    return {level.first, level.ends[detail]};
}

} // namespace ghostline::render
