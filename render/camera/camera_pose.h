// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// From where a picture is looked at, and how much of it is seen.
#include <glm/glm.hpp>

namespace ghostline::render {

/// World space, metres, double precision; the renderer subtracts its floating origin.
struct CameraPose
{
    glm::dvec3 position{0.0, 30.0, 30.0};
    glm::dvec3 target{0.0}; ///< pivot of orbit and follow
    glm::dvec3 up{0.0, 1.0, 0.0};
    double verticalFov = 45.0; ///< degrees, perspective only
    bool orthographic = false;
    double orthographicHeight = 50.0; ///< metres of world over the viewport's height
};

} // namespace ghostline::render
