// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// Whether the scene hides something from a camera. Pure.
#include "model/world/scene_description.h"

#include <glm/glm.hpp>
#include <vector>

namespace ghostline::render {

/// Blocks are approximated by spheres, which is good enough to choose where a camera stands.
class LineOfSight
{
public:
    void setScene(const model::SceneDescription& scene);
    /// Metres between the line of sight and the block nearest to it; negative = it goes through one. Blocks
    /// that touch `place` do not count.
    double clearance(const glm::dvec3& eye, const glm::dvec3& place) const;

private:
    struct Ball
    {
        glm::dvec3 centre{0.0};
        double radius = 0.0;
    };
    void addBlocks(const model::SceneMesh& mesh);

    std::vector<Ball> m_balls;
};

} // namespace ghostline::render
