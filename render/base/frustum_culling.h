// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// Frustum culling, which we do ourselves; that of Qt 3D is switched off.
#include <algorithm>
#include <array>
#include <glm/glm.hpp>

namespace ghostline::render {

/// False when all corners of the box lie beyond the same edge of the view, or behind the camera.
inline bool intersectsFrustum(const glm::dvec3& low, const glm::dvec3& high, const glm::dmat4& viewProjection)
{
    const std::array<glm::dvec3, 2> box{low, high};
    std::array<int, 5> outside{}; // corners beyond the left, right, lower and upper edge, and behind
    for (unsigned corner = 0; corner < 8; ++corner) {
        const glm::dvec3 place{box[corner & 1U].x, box[corner >> 1U & 1U].y, box[corner >> 2U].z};
        const glm::dvec4 at = viewProjection * glm::dvec4(place, 1.0);
        outside[0] += at.x < -at.w ? 1 : 0;
        outside[1] += at.x > at.w ? 1 : 0;
        outside[2] += at.y < -at.w ? 1 : 0;
        outside[3] += at.y > at.w ? 1 : 0;
        outside[4] += at.w <= 0.0 ? 1 : 0;
    }
    return std::find(outside.begin(), outside.end(), 8) == outside.end();
}

} // namespace ghostline::render
