// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// A road cut across at places, as few as its curves allow.
#include "codecs/carla/roads/opendrive.h"

namespace ghostline::carla {

/// A place across a road: on the reference line, with the direction to its left.
struct Station
{
    double s = 0.0;
    PlanPose pose;
    double z = 0.0;
    double roll = 0.0;     ///< radians, the left side up
    double fallLeft = 0.0; ///< radians, outward down
    double fallRight = 0.0;
    std::vector<double> inner{}; ///< lateral place of each lane's borders, in the section's lane order
    std::vector<double> outer{};

    /// In world space; `lift` metres above the road.
    glm::dvec3 at(double t, double lift) const;
};

/// Without lanes.
Station stationAt(const Road& road, double s);
Station stationAt(const Road& road, const LaneSection& section, double s);

/// Between two places on one section, one list for each stretch between places where a description changes:
/// every border is smooth there, and may jump to the next.
std::vector<std::vector<Station>> stationsBetween(const Road& road, const LaneSection& section, double from,
                                                  double to, double tolerance);

} // namespace ghostline::carla
