// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// From where the sun sees what the camera sees: what a shadow map is drawn with.
#include <glm/glm.hpp>

namespace ghostline::render {

/// What of the picture may have shadows. Metres; heights in the space that the camera's matrix starts from.
struct SunStage
{
    double low = 0.0;   ///< lowest ground
    double high = 0.0;  ///< what is highest
    double reach = 0.0; ///< from the eye; beyond that there are no shadows
};

struct SunView
{
    glm::dmat4 view{1.0};
    glm::dmat4 projection{1.0}; ///< parallel
    double radius = 0.0;        ///< of the ball in which shadows fall, metres
};

/// Turning the camera changes neither size nor grid of it, and moving it does so by whole cells of `cells` a
/// side: else edges of shadows would swim.
SunView sunOver(const glm::dmat4& view, const glm::dmat4& projection, const glm::dvec3& toSun,
                const SunStage& stage, int cells);

} // namespace ghostline::render
