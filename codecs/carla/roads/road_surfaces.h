// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// The triangles of a road scene while they grow, by role, in world space.
#include "model/world/scene_description.h"

#include <array>
#include <span>

namespace ghostline::carla {

struct RoadSurface
{
    std::vector<glm::dvec3> vertices;
    std::vector<std::uint32_t> indices;
};

class RoadSurfaces
{
public:
    /// Corners counter-clockwise seen from above. A strip that goes on shares its last two corners.
    void addQuad(model::SceneRole role, const std::array<glm::dvec3, 4>& corners);
    /// A level area; `outline` is in the map's axes (east, north), in either direction.
    void addArea(model::SceneRole role, std::span<const glm::dvec2> outline, double height);
    /// Upright walls on an outline, and a roof.
    void addPrism(model::SceneRole role, std::span<const glm::dvec2> outline, double low, double high);

    /// Whether there is no room for more corners: what is added since is lost.
    bool full() const { return m_full; }
    const RoadSurface& of(model::SceneRole role) const { return m_surfaces[static_cast<std::size_t>(role)]; }
    /// A mesh a role, about one origin, and their bounds.
    model::SceneDescription scene() const;

private:
    bool room(std::size_t vertices);
    std::array<RoadSurface, static_cast<std::size_t>(model::SceneRole::Outline) + 1> m_surfaces;
    std::size_t m_vertices = 0;
    bool m_full = false;
};

} // namespace ghostline::carla
