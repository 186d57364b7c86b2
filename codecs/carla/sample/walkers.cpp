// SPDX-License-Identifier: GPL-3.0-or-later
// A walk cycle in a few sines; positive pitch swings a limb forward.
#include "codecs/carla/sample/walkers.h"

#include <cmath>

namespace ghostline::carla {

std::vector<Pedestrian> pedestrians(const Town& town, int count, io::Random& random)
{
    std::vector<Pedestrian> out;
    for (int i = 0; i < count; ++i) {
        Pedestrian p;
        p.block = i % static_cast<int>(town.blocks.size());
        p.s = random.between(0.0, town.blocks[static_cast<std::size_t>(p.block)].length());
        p.speed = random.between(1.1, 1.7) * (i % 3 == 2 ? -1.0 : 1.0);
        if (i % 7 == 5)
            p.speed *= 2.0; // a runner
        p.side = random.between(-0.7, 0.7);
        p.phase = random.between(0.0, 6.0);
        out.push_back(p);
    }
    return out;
}

void walk(Pedestrian& p, double dt)
{
    p.s += p.speed * dt;
    p.phase = std::fmod(p.phase + dt * (2.5 + 2.6 * std::abs(p.speed)), 2.0 * std::numbers::pi);
}

glm::dvec2 placeOf(const Town& town, const Pedestrian& p, double& heading)
{
    const glm::dvec2 place = town.blocks[static_cast<std::size_t>(p.block)].at(p.s, heading);
    const glm::dvec2 right(-std::sin(heading), std::cos(heading));
    if (p.speed < 0.0)
        heading += std::numbers::pi;
    return place + right * p.side;
}

std::vector<Bone> bonesOf(const Pedestrian& p)
{
    const double swing = std::min(42.0, 16.0 + 9.0 * std::abs(p.speed));
    const double left = std::sin(p.phase);
    const double right = -left;
    // A knee bends while its leg comes forward; elbows are always a little bent.
    const double leftKnee = -swing * std::max(0.0, std::cos(p.phase));
    const double rightKnee = -swing * std::max(0.0, -std::cos(p.phase));
    const double bob = 2.0 * std::abs(std::cos(p.phase));
    const auto bone = [](std::string_view name, double x, double y, double z, double pitch,
                         double roll = 0.0) {
        return Bone{name, {x, y, z}, {roll, pitch, 0.0}};
    };
    return {bone("crl_root", 0, 0, -PedestrianMiddle, 0),
            bone("crl_hips__C", 0, 0, 92.0 + bob, 0),
            bone("crl_spine__C", 0, 0, 14, 3.0 - 2.0 * std::abs(p.speed)),
            bone("crl_head__C", 2, 0, 50, 0),
            bone("crl_arm__L", 0, -19, 34, right * swing * 0.8, 6),
            bone("crl_foreArm__L", 0, 0, -28, 18.0 + 10.0 * right),
            bone("crl_hand__L", 0, 0, -25, 5),
            bone("crl_arm__R", 0, 19, 34, left * swing * 0.8, -6),
            bone("crl_foreArm__R", 0, 0, -28, 18.0 + 10.0 * left),
            bone("crl_hand__R", 0, 0, -25, 5),
            bone("crl_thigh__L", 0, -9, -4, left * swing),
            bone("crl_leg__L", 0, 0, -42, leftKnee),
            bone("crl_foot__L", 0, 0, -41, 0),
            bone("crl_thigh__R", 0, 9, -4, right * swing),
            bone("crl_leg__R", 0, 0, -42, rightKnee),
            bone("crl_foot__R", 0, 0, -41, 0)};
}

} // namespace ghostline::carla
