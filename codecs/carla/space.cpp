// SPDX-License-Identifier: GPL-3.0-or-later
// Rotations across the border.
#include "codecs/carla/space.h"

#include <cmath>
#include <numbers>

namespace ghostline::carla {

namespace {

constexpr double HalfRadian = std::numbers::pi / 360.0;

glm::quat canonical(const glm::dquat& q)
{
    constexpr double tiny = 1e-12;
    const double lead = std::abs(q.w) > tiny   ? q.w
                        : std::abs(q.x) > tiny ? q.x
                        : std::abs(q.y) > tiny ? q.y
                                               : q.z;
    return glm::quat(lead < 0.0 ? -q : q);
}

} // namespace

glm::quat worldOrientation(const Rotation& degrees)
{
    const double roll = degrees.x * HalfRadian;
    const double pitch = -degrees.y * HalfRadian;
    const double yaw = (90.0 - degrees.z) * HalfRadian;
    const double sx = std::sin(pitch), cx = std::cos(pitch);
    const double sy = std::sin(yaw), cy = std::cos(yaw);
    const double sz = std::sin(roll), cz = std::cos(roll);
    // The product Ry * Rx * Rz written out.
    return canonical(glm::dquat(cy * cx * cz + sy * sx * sz, cy * sx * cz + sy * cx * sz,
                                sy * cx * cz - cy * sx * sz, cy * cx * sz - sy * sx * cz));
}

glm::quat localOrientation(const Rotation& degrees)
{
    // What the actor's own axes are for no rotation at all is a quarter turn; it is taken off again.
    static const glm::quat undo = glm::conjugate(worldOrientation({}));
    return glm::normalize(undo * worldOrientation(degrees));
}

} // namespace ghostline::carla
