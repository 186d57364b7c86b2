// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// What a log says of actors and of the whole simulation, as declared properties.
#include "model/world/property.h"

#include <vector>

namespace ghostline::carla {

namespace actor_property {
enum Id : std::int32_t {
    Throttle,
    Steering,
    Brake,
    Handbrake,
    Gear,
    VehicleLights,
    OpenDoors,
    SteerFrontLeft,
    SteerFrontRight,
    SteerRearLeft,
    SteerRearRight,
    YawRate,
    WalkerSpeed,
    BikerSpeed,
    BikerCrank,
    LightState,
    LightElapsed,
    LightFrozen,
    LightRemaining,
    Count
};
} // namespace actor_property

namespace match_property {
enum Id : std::int32_t { FrameId, FrameDuration, PlatformTime, VisualTime, Weather, Count = Weather + 14 };
} // namespace match_property

std::vector<model::PropertyInfo> actorProperties();
std::vector<model::PropertyInfo> matchProperties();

/// "Red", "Yellow", "Green", "Off", "Unknown"; the number itself for anything else.
QString lightStateName(int state);
/// "Front left" ... "All"; the number itself for anything else.
QString doorName(int door);
/// Bits of the doors that number `door` stands for (6 = all of them).
std::uint8_t doorMask(int door);

} // namespace ghostline::carla
