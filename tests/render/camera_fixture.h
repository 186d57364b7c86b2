// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// A camera that moves at once, and what is asked of it.
#include "render/camera/camera.h"

namespace ghostline::test {

inline const QSizeF View{1280.0, 720.0};

inline bool near(const glm::dvec3& a, const glm::dvec3& b, double tolerance = 1e-6)
{
    return glm::length(a - b) < tolerance;
}

inline render::CameraController controller(render::CameraMode mode = render::CameraMode::Orbit)
{
    render::CameraController c;
    c.setReducedMotion(true);
    c.setMode(mode);
    return c;
}

inline void settle(render::CameraController& c)
{
    for (int i = 0; i < 50 && c.advance(0.02); ++i) {
    }
}

} // namespace ghostline::test
