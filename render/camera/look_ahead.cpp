// SPDX-License-Identifier: GPL-3.0-or-later
#include "render/camera/look_ahead.h"

#include <algorithm>
#include <cmath>

namespace ghostline::render {

namespace {

constexpr double AheadSeconds = 0.6;
constexpr double MostOfView = 1.0 / 3.0;
constexpr double StandsStill = 0.3; // metres a second: sways, and goes nowhere
constexpr double Walks = 1.5;
constexpr double OfHeight = 1.0 / 3.0; // a jump does not make the picture nod

} // namespace

glm::dvec3 lookAhead(const glm::dvec3& velocity, double viewHeight)
{
    const double speed = glm::length(velocity);
    if (!std::isfinite(speed) || speed <= StandsStill || viewHeight <= 0.0)
        return glm::dvec3(0.0);
    const double s = std::clamp((speed - StandsStill) / (Walks - StandsStill), 0.0, 1.0);
    const glm::dvec3 way =
        glm::dvec3(velocity.x, velocity.y * OfHeight, velocity.z) * (AheadSeconds * s * s * (3.0 - 2.0 * s));
    // Comes near the most that there is without ever striking against it.
    const double share = glm::length(way) / (viewHeight * MostOfView);
    return way / std::sqrt(1.0 + share * share);
}

} // namespace ghostline::render
