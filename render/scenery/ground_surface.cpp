// SPDX-License-Identifier: GPL-3.0-or-later
#include "render/scenery/ground_surface.h"

#include "render/base/ground_plane.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>

namespace ghostline::render {

namespace {

constexpr double MostSurfaceCells = 512.0;  // a side; larger scenes get coarser cells
constexpr double SmallestSurfaceCell = 1.0; // metres
constexpr double MostSteps = 32.0;          // along an edge of a triangle; what lies between is filled
constexpr double FarthestCorner = 1e9;      // metres: what lies beyond is damage
constexpr float Unknown = -std::numeric_limits<float>::infinity();

bool carries(model::SceneRole role)
{
    using model::SceneRole;
    constexpr std::array Roles{SceneRole::Ground, SceneRole::Road, SceneRole::Shoulder, SceneRole::Sidewalk,
                               SceneRole::Crossing};
    return std::find(Roles.begin(), Roles.end(), role) != Roles.end();
}

/// Neither no number nor beyond everything.
bool sane(const glm::dvec3& place)
{
    return std::abs(place.x) < FarthestCorner && std::abs(place.y) < FarthestCorner &&
           std::abs(place.z) < FarthestCorner;
}

} // namespace

GroundSurface::GroundSurface(const model::SceneDescription& scene)
{
    if (scene.ground != nullptr && scene.ground->valid()) {
        m_field = scene.ground;
        return;
    }
    model::Bounds bounds;
    for (const model::SceneMesh& mesh : scene.meshes) {
        for (const glm::vec3& vertex : mesh.vertices) {
            const glm::dvec3 place = mesh.origin + glm::dvec3(vertex);
            if (carries(mesh.role) && sane(place))
                bounds.include(place);
        }
    }
    if (!bounds.valid)
        return;
    begin(fromAbove(bounds.min), fromAbove(bounds.max));
    for (const model::SceneMesh& mesh : scene.meshes) {
        if (carries(mesh.role))
            cover(mesh);
    }
    fillGaps();
}

void GroundSurface::begin(const glm::dvec2& low, const glm::dvec2& high)
{
    const glm::dvec2 size = high - low;
    m_cell = std::max(std::max(size.x, size.y) / MostSurfaceCells, SmallestSurfaceCell);
    m_corner = low;
    m_columns = static_cast<std::size_t>(size.x / m_cell) + 1;
    m_rows = static_cast<std::size_t>(size.y / m_cell) + 1;
    m_heights.assign(m_columns * m_rows, Unknown);
}

void GroundSurface::cover(const model::SceneMesh& mesh)
{
    const auto corner = [&mesh](std::size_t i) { return mesh.origin + glm::dvec3(mesh.vertices[i]); };
    mesh.forEachTriangle([&](std::size_t a, std::size_t b, std::size_t c) {
        const std::array corners{corner(a), corner(b), corner(c)};
        if (std::all_of(corners.begin(), corners.end(), sane))
            cover(corners[0], corners[1], corners[2]);
    });
}

/// By places all over it, about a cell from each other.
void GroundSurface::cover(const glm::dvec3& a, const glm::dvec3& b, const glm::dvec3& c)
{
    const double longest = std::max(
        glm::distance(fromAbove(a), fromAbove(b)),
        std::max(glm::distance(fromAbove(b), fromAbove(c)), glm::distance(fromAbove(c), fromAbove(a))));
    const auto steps = static_cast<int>(std::clamp(std::ceil(longest / m_cell), 1.0, MostSteps));
    for (int i = 0; i <= steps; ++i) {
        for (int j = 0; i + j <= steps; ++j) {
            const glm::dvec3 place =
                a + (b - a) * (static_cast<double>(i) / steps) + (c - a) * (static_cast<double>(j) / steps);
            float& height = m_heights[cellAt(fromAbove(place))];
            height = std::max(height, static_cast<float>(place.y));
        }
    }
}

/// Ring by ring outward from the cells whose height is known.
void GroundSurface::fillGaps()
{
    std::vector<std::size_t> known;
    known.reserve(m_heights.size());
    for (std::size_t cell = 0; cell < m_heights.size(); ++cell) {
        if (m_heights[cell] != Unknown)
            known.push_back(cell);
    }
    for (std::size_t next = 0; next < known.size(); ++next) {
        const std::size_t cell = known[next];
        const auto spread = [&](bool inside, std::size_t beside) {
            if (!inside || m_heights[beside] != Unknown)
                return;
            m_heights[beside] = m_heights[cell];
            known.push_back(beside);
        };
        const std::size_t column = cell % m_columns;
        spread(column > 0, cell - 1);
        spread(column + 1 < m_columns, cell + 1);
        spread(cell >= m_columns, cell - m_columns);
        spread(cell + m_columns < m_heights.size(), cell + m_columns);
    }
}

std::size_t GroundSurface::cellAt(const glm::dvec2& place) const
{
    const glm::dvec2 last(static_cast<double>(m_columns) - 1.0, static_cast<double>(m_rows) - 1.0);
    const glm::dvec2 cell = glm::clamp(glm::floor((place - m_corner) / m_cell), glm::dvec2(0.0), last);
    return static_cast<std::size_t>(cell.y) * m_columns + static_cast<std::size_t>(cell.x);
}

std::optional<double> GroundSurface::heightAt(const glm::dvec2& place) const
{
    if (m_field != nullptr)
        return m_field->at(place);
    if (m_heights.empty())
        return std::nullopt;
    return static_cast<double>(m_heights[cellAt(place)]);
}

double freeShareOver(const model::HeightField& hills, const glm::dvec3& from, const glm::dvec3& to)
{
    constexpr int Steps = 32;
    constexpr double Clearance = 0.3; // metres over the ground
    bool out = false;
    for (int i = 0; i <= Steps; ++i) {
        const glm::dvec3 place = glm::mix(from, to, static_cast<double>(i) / Steps);
        const bool above = place.y > hills.at({place.x, place.z}) + Clearance;
        if (out && !above)
            return static_cast<double>(i - 1) / Steps;
        out = out || above;
    }
    return 1.0;
}

} // namespace ghostline::render
