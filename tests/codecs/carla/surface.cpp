// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/codecs/carla/surface.h"

namespace ghostline::test {

Surface::Surface(const model::SceneMesh& mesh) : m_mesh(mesh)
{
    for (std::size_t i = 0; i + 2 < mesh.indices.size(); i += 3) {
        glm::dvec2 low{1e9}, high{-1e9};
        for (std::size_t k = 0; k < 3; ++k) {
            low = glm::min(low, corner(i + k));
            high = glm::max(high, corner(i + k));
        }
        for (int x = cell(low.x); x <= cell(high.x); ++x) {
            for (int z = cell(low.y); z <= cell(high.y); ++z)
                m_cells[{x, z}].push_back(i);
        }
    }
}

bool Surface::contain(double x, double z) const
{
    const auto found = m_cells.find({cell(x), cell(z)});
    if (found == m_cells.end())
        return false;
    const glm::dvec2 p{x, z};
    const auto side = [&](std::size_t a, std::size_t b) {
        const glm::dvec2 e = corner(b) - corner(a);
        const glm::dvec2 q = p - corner(a);
        return e.x * q.y - e.y * q.x;
    };
    for (const std::size_t i : found->second) { // upward faces turn clockwise in (x, z)
        if (side(i, i + 1) <= 1e-6 && side(i + 1, i + 2) <= 1e-6 && side(i + 2, i) <= 1e-6)
            return true;
    }
    return false;
}

glm::dvec2 Surface::corner(std::size_t i) const
{
    const glm::dvec3 p = m_mesh.origin + glm::dvec3(m_mesh.vertices[m_mesh.indices[i]]);
    return {p.x, p.z};
}

const model::SceneMesh* meshOf(const model::SceneDescription& scene, model::SceneRole role)
{
    for (const model::SceneMesh& mesh : scene.meshes) {
        if (mesh.role == role)
            return &mesh;
    }
    return nullptr;
}

} // namespace ghostline::test
