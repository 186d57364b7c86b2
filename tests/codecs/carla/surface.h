// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// Asks whether a place in the plane lies on a surface of a scene.
#include "model/world/scene_description.h"

#include <algorithm>
#include <cmath>
#include <map>

namespace ghostline::test {

/// The triangles of one mesh by cells of the plane, so that a point is asked of a few only.
class Surface
{
public:
    explicit Surface(const model::SceneMesh& mesh);
    bool contain(double x, double z) const;

private:
    static constexpr double Cell = 10.0;
    static int cell(double v) { return static_cast<int>(std::floor(v / Cell)); }
    glm::dvec2 corner(std::size_t i) const;
    const model::SceneMesh& m_mesh;
    std::map<std::pair<int, int>, std::vector<std::size_t>> m_cells;
};

const model::SceneMesh* meshOf(const model::SceneDescription& scene, model::SceneRole role);

} // namespace ghostline::test
