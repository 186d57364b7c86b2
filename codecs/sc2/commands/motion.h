// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// Where every unit was at every loop: reported places, and between them an estimate from the orders given to
// it. An estimate is never passed off as a report (docs/formats/sc2replay.md, section 8).
#include "codecs/sc2/commands/player_actions.h"
#include "codecs/sc2/tracker/unit_lives.h"

namespace ghostline::sc2 {

/// A corner of a unit's path. Between two it goes straight, at an even pace.
struct Waypoint
{
    std::uint32_t loop = 0;
    float x = 0.0F; ///< cells
    float y = 0.0F;
    float heading =
        0.0F; ///< radians in the map's plane, 0 = +x, counter-clockwise; of the stretch from here on
    bool reported = false; ///< the recording itself gives this place at this loop
    bool jump = false;     ///< reached without passing what lies between (blink, recall, unloading)
};

struct UnitMotion
{
    std::uint32_t first = 0; ///< into Motions::waypoints
    std::uint32_t count = 0;
    bool heads = false; ///< it ever moved, so its heading means something
};

struct Motions
{
    std::vector<UnitMotion> units; ///< by life
    std::vector<Waypoint> waypoints;
    std::span<const Waypoint> of(std::size_t life) const
    {
        return {waypoints.data() + units[life].first, units[life].count};
    }
};

/// Straight lines from report to report: what can be said without the orders.
Motions reportedMotion(const UnitLives& lives);
/// The same with the orders given to each unit between its reports. `loopsPerSecond` for speeds.
Motions estimateMotion(const UnitLives& lives, const TrackerEvents& tracker, const PlayerActions& actions,
                       const ReplayHead& head);

} // namespace ghostline::sc2
