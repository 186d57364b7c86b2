// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// What a vehicle's description tells of its build: size and wheels, until the recording says better.
#include "model/world/actor.h"

namespace ghostline::carla {

enum class VehicleClass { Car, Heavy, Motorcycle, Bicycle };

inline constexpr float SmallestWheelCm = 5.0F;
inline constexpr float LargestWheelCm = 150.0F;

/// An attribute of the actor's EventAdd; empty when it has none of that name.
QString attributeOf(const model::ActorInfo& actor, const char* key);
VehicleClass vehicleClassOf(const model::ActorInfo& actor);
inline bool twoWheeled(VehicleClass c) { return c == VehicleClass::Motorcycle || c == VehicleClass::Bicycle; }

/// By its class where that is recorded, else by well-known models.
model::VehicleBody vehicleBodyOf(const model::ActorInfo& actor);

/// Half extents in metres (left, up, forward).
glm::vec3 usualHalf(VehicleClass vehicle);
/// Gives it wheels, in the order of the recorder: front left, front right, rear left, rear right; of two,
/// front and rear, and somebody who rides it.
void setBuild(model::ActorInfo& actor, VehicleClass vehicle);
/// Puts the wheels where they are in most vehicles with such a box: logs tell how large they are, never
/// where.
void placeWheels(model::ActorInfo& actor);

} // namespace ghostline::carla
