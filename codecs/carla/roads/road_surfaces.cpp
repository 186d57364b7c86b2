// SPDX-License-Identifier: GPL-3.0-or-later
#include "codecs/carla/roads/road_surfaces.h"

#include "codecs/carla/roads/opendrive.h"
#include "codecs/carla/roads/polygon.h"

#include <algorithm>
#include <cmath>

namespace ghostline::carla {

using model::SceneRole;

namespace {

constexpr double MaxCoordinate = 1e7; // beyond it a float has no metres left

bool usable(double v) { return std::abs(v) < MaxCoordinate; }
bool usable(const glm::dvec3& p) { return usable(p.x) && usable(p.y) && usable(p.z); }
bool usable(const glm::dvec2& p) { return usable(p.x) && usable(p.y); }

glm::dvec3 toWorld(const glm::dvec2& p, double height) { return {p.x, height, -p.y}; }

bool clockwise(std::span<const glm::dvec2> outline)
{
    double area = 0.0;
    for (std::size_t i = 0; i < outline.size(); ++i) {
        const glm::dvec2& a = outline[i];
        const glm::dvec2& b = outline[(i + 1) % outline.size()];
        area += (a.x - outline[0].x) * (b.y - outline[0].y) - (b.x - outline[0].x) * (a.y - outline[0].y);
    }
    return area < 0.0;
}

} // namespace

bool RoadSurfaces::room(std::size_t vertices)
{
    m_full = m_full || m_vertices + vertices > MaxMapVertices;
    m_vertices += m_full ? 0 : vertices;
    return !m_full;
}

void RoadSurfaces::addQuad(SceneRole role, const std::array<glm::dvec3, 4>& q)
{
    if (m_full || !std::all_of(q.begin(), q.end(), [](const glm::dvec3& p) { return usable(p); }))
        return;
    RoadSurface& to = m_surfaces[static_cast<std::size_t>(role)];
    auto n = static_cast<std::uint32_t>(to.vertices.size());
    const bool goesOn = n >= 2 && to.vertices[n - 2] == q[0] && to.vertices[n - 1] == q[3];
    if (!room(goesOn ? 2 : 4))
        return;
    if (goesOn) {
        n -= 2;
    } else {
        to.vertices.push_back(q[0]);
        to.vertices.push_back(q[3]);
    }
    to.vertices.push_back(q[1]);
    to.vertices.push_back(q[2]);
    for (const std::uint32_t i : {0U, 2U, 3U, 0U, 3U, 1U})
        to.indices.push_back(n + i);
}

void RoadSurfaces::addArea(SceneRole role, std::span<const glm::dvec2> outline, double height)
{
    const bool allUsable = usable(height) && std::all_of(outline.begin(), outline.end(),
                                                         [](const glm::dvec2& p) { return usable(p); });
    if (!allUsable || !room(outline.size()))
        return;
    RoadSurface& to = m_surfaces[static_cast<std::size_t>(role)];
    const auto first = static_cast<std::uint32_t>(to.vertices.size());
    for (const std::uint32_t i : triangulate(outline))
        to.indices.push_back(first + i);
    for (const glm::dvec2& p : outline)
        to.vertices.push_back(toWorld(p, height));
}

void RoadSurfaces::addPrism(SceneRole role, std::span<const glm::dvec2> outline, double low, double high)
{
    const bool turned = clockwise(outline);
    for (std::size_t i = 0; i < outline.size(); ++i) {
        const std::size_t next = (i + 1) % outline.size();
        const glm::dvec2& a = outline[turned ? next : i];
        const glm::dvec2& b = outline[turned ? i : next];
        addQuad(role, {toWorld(a, low), toWorld(b, low), toWorld(b, high), toWorld(a, high)});
    }
    addArea(role, outline, high);
}

model::SceneDescription RoadSurfaces::scene() const
{
    model::SceneDescription scene;
    for (const RoadSurface& surface : m_surfaces) {
        for (const glm::dvec3& p : surface.vertices)
            scene.bounds.include(p);
    }
    const glm::dvec3 middle = glm::round((scene.bounds.min + scene.bounds.max) / 2.0);
    for (std::size_t role = 0; role < m_surfaces.size(); ++role) {
        const RoadSurface& from = m_surfaces[role];
        if (from.indices.empty())
            continue;
        model::SceneMesh mesh{
            .role = static_cast<SceneRole>(role), .origin = middle, .vertices = {}, .indices = from.indices};
        mesh.vertices.reserve(from.vertices.size());
        for (const glm::dvec3& p : from.vertices)
            mesh.vertices.emplace_back(p - middle);
        scene.meshes.push_back(std::move(mesh));
    }
    return scene;
}

} // namespace ghostline::carla
