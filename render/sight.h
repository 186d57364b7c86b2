// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// Whether something of the surroundings stands between a camera and what it looks at. Pure.
#include "model/scene_description.h"

#include <glm/glm.hpp>
#include <vector>

namespace ghostline::render {

/// Blocks as balls: near enough to choose a camera's place by.
class Sight
{
public:
    void setScene(const model::SceneDescription& scene);
    /// Metres between the line of sight and the block nearest to it; negative = it goes through one. What
    /// touches the place itself is not in the way.
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
