// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// Who takes part in a synthetic log: the Adds of its first frame, and what a car is made of.
#include "codecs/carla/format/packets.h"
#include "codecs/carla/sample/traffic_sim.h"

#include <span>

namespace ghostline::carla {

// Native ids, far apart so that a reader of a dump can tell what is what.
inline constexpr std::uint32_t SpectatorId = 24;
inline constexpr std::uint32_t FirstLight = 100;
inline constexpr std::uint32_t FirstVehicle = 1000;
inline constexpr std::uint32_t FirstWalker = 20000;
inline constexpr std::uint32_t FirstProp = 30000;
inline constexpr std::uint32_t CameraId = 40000;
inline constexpr std::uint32_t ContactSensorId = 40001;

/// Degrees in [-180, 180].
double wrappedDegrees(double degrees);

/// `lights`: lanes whose light is recorded. `poses`: spectator, vehicles, walkers, in this order.
std::vector<EventAdd> firstCast(const Town& town, std::span<const int> lights,
                                const std::vector<Vehicle>& vehicles, std::span<const ActorVectors> poses);

/// Engine, gears and wheels of a saloon.
Physics carPhysics(std::uint32_t vehicle);

} // namespace ghostline::carla
