// SPDX-License-Identifier: GPL-3.0-or-later
#include "render/ground_view.h"

#include <cmath>

namespace ghostline::render {

std::optional<std::array<glm::dvec3, 4>> groundSeen(const glm::dvec3& eye, const glm::quat& orientation,
                                                    const glm::vec2& tangents, double ground)
{
    constexpr double Farthest = 1000.0; // metres; nearly level rays outline nothing
    // Looking along +Z, left is +X.
    constexpr std::array<glm::dvec2, 4> Corners{{{1.0, -1.0}, {-1.0, -1.0}, {-1.0, 1.0}, {1.0, 1.0}}};
    std::array<glm::dvec3, 4> out{};
    for (std::size_t i = 0; i < Corners.size(); ++i) {
        const glm::dvec3 ray =
            glm::dquat(orientation) * glm::dvec3(Corners[i].x * static_cast<double>(tangents.x),
                                                 Corners[i].y * static_cast<double>(tangents.y), 1.0);
        const double along = (ground - eye.y) / ray.y;
        if (!(along > 0.0) || !std::isfinite(along) || along * glm::length(ray) > Farthest)
            return std::nullopt;
        out[i] = eye + ray * along;
    }
    return out;
}

} // namespace ghostline::render
