// SPDX-License-Identifier: GPL-3.0-or-later
// Rotations across the border.
#include "codecs/carla/format/space.h"

#include <cmath>
#include <numbers>

namespace ghostline::carla {

namespace {

constexpr double HalfRadian = std::numbers::pi / 360.0;

struct SinCos
{
    double sin = 0.0;
    double cos = 0.0;
};

/// Good to 2e-9, which is more than a float holds, and several times quicker than the library's: a segment
/// turns thousands of rotations.
SinCos sinCos(double radians)
{
    if (std::abs(radians) > 1e6)
        return {std::sin(radians), std::cos(radians)};
    constexpr double quarter = std::numbers::pi / 2.0;
    const auto turns = static_cast<int>(radians / quarter + (radians < 0.0 ? -0.5 : 0.5));
    const double r = radians - turns * quarter;
    const double q = r * r;
    const double s = r * (1.0 + q * (-1.0 / 6 + q * (1.0 / 120 + q * (-1.0 / 5040 + q / 362'880))));
    const double c =
        1.0 + q * (-1.0 / 2 + q * (1.0 / 24 + q * (-1.0 / 720 + q * (1.0 / 40'320 - q / 3'628'800))));
    switch (turns & 3) {
    case 0:
        return {s, c};
    case 1:
        return {c, -s};
    case 2:
        return {-s, -c};
    default:
        return {-c, s};
    }
}

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
    const auto [sx, cx] = sinCos(-degrees.y * HalfRadian);
    const auto [sy, cy] = sinCos((90.0 - degrees.z) * HalfRadian);
    const auto [sz, cz] = sinCos(degrees.x * HalfRadian);
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
