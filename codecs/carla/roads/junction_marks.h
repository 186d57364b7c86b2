// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// Connecting roads of a junction lie on top of each other, and in some maps reach far into the streets. Their
// middle lines are drawn where traffic only goes one way and back, once, and not across a crossing.
#include "codecs/carla/roads/opendrive.h"

#include <map>

namespace ghostline::carla {

class JunctionMarks
{
public:
    explicit JunctionMarks(const RoadNetwork& network);
    /// Whether a dash whose middle lies here may be drawn; it then takes the place.
    bool take(const PlanPose& middle);

private:
    using Cell = std::pair<int, int>;
    static Cell cellOf(double x, double y);
    std::map<Cell, std::vector<PlanPose>> m_ways;   ///< reference lines of junctions, sampled
    std::map<Cell, std::vector<PlanPose>> m_dashes; ///< drawn already
};

} // namespace ghostline::carla
