// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// What stands about on a map, as solids of a few triangles with colours of their own.
#include "model/world/scene_description.h"

namespace ghostline::rts {

enum class PropShape : std::uint8_t {
    Tree,    ///< a cone on a trunk
    Rock,    ///< no two alike
    Crystal, ///< a tall point and a smaller one that leans
    Plant,   ///< leaves that cross
    Box,
    Cylinder
};

struct Prop
{
    PropShape shape = PropShape::Box;
    glm::dvec3 place{0.0};  ///< world axes: the middle of where it stands
    glm::vec3 size{1.0F};   ///< metres: width, height, depth
    double turn = 0.0;      ///< radians, counter-clockwise seen from above
    glm::vec3 colour{0.5F}; ///< sRGB, 0 to 1; parts of it are lighter and darker
};

/// Appends to one mesh of SceneRole::Prop. The same prop looks the same everywhere.
class PropBuilder
{
public:
    /// Vertices are relative to `origin`.
    explicit PropBuilder(const glm::dvec3& origin = glm::dvec3(0.0));
    /// Left out when a number of it is none that a world has.
    void add(const Prop& prop);
    std::size_t triangles() const { return m_mesh.indices.size() / 3; }
    model::SceneMesh take() { return std::move(m_mesh); }

private:
    class Shaper;
    model::SceneMesh m_mesh;
};

} // namespace ghostline::rts
