// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// Pedestrians of the sample town: they walk around their block and swing arms and legs.
#include "codecs/carla/format/packets.h"
#include "codecs/carla/sample/town.h"
#include "codecs/io/sample_random.h"

namespace ghostline::carla {

struct Pedestrian
{
    int block = 0;
    double s = 0.0;     ///< along the block's sidewalk
    double speed = 1.4; ///< m/s, negative against the clock
    double side = 0.0;  ///< metres off the sidewalk's middle
    double phase = 0.0; ///< of the step, radians
};

std::vector<Pedestrian> pedestrians(const Town& town, int count, io::Random& random);
void walk(Pedestrian& pedestrian, double dt);
/// Place in the plane and heading.
glm::dvec2 placeOf(const Town& town, const Pedestrian& pedestrian, double& heading);
/// Height of a pedestrian's middle above ground, cm: what the log records as its location.
inline constexpr double PedestrianMiddle = 93.0;
/// Bones relative to one another (cm, degrees), names as CARLA's pedestrians have them.
std::vector<Bone> bonesOf(const Pedestrian& pedestrian);

} // namespace ghostline::carla
