// SPDX-License-Identifier: GPL-3.0-or-later
#include "codecs/carla/replay/vehicle_class.h"

#include <algorithm>
#include <array>
#include <optional>
#include <span>

namespace ghostline::carla {

using model::ActorInfo;

QString attributeOf(const ActorInfo& actor, const char* key)
{
    for (const auto& [id, value] : actor.attributes) {
        if (id == QLatin1String(key))
            return value;
    }
    return {};
}

VehicleClass vehicleClassOf(const ActorInfo& actor)
{
    const QString base = attributeOf(actor, "base_type").toLower();
    if (base == QLatin1String("truck") || base == QLatin1String("bus"))
        return VehicleClass::Heavy;
    if (base == QLatin1String("bicycle"))
        return VehicleClass::Bicycle;
    if (base == QLatin1String("motorcycle"))
        return VehicleClass::Motorcycle;
    if (attributeOf(actor, "number_of_wheels") != QLatin1String("2"))
        return VehicleClass::Car;
    // Old logs have no base_type; these are the bicycles of those days.
    constexpr std::array bicycles{"bike", "omafiets", "diamondback"};
    const bool bicycle = base.isEmpty() && std::ranges::any_of(bicycles, [&actor](const char* word) {
                             return actor.nativeType.contains(QLatin1String(word));
                         });
    return bicycle ? VehicleClass::Bicycle : VehicleClass::Motorcycle;
}

model::VehicleBody vehicleBodyOf(const ActorInfo& actor)
{
    using model::VehicleBody;
    struct Word
    {
        const char* word;
        VehicleBody body;
    };
    const auto found = [](std::span<const Word> words, const QString& text) -> std::optional<VehicleBody> {
        for (const Word& each : words) {
            if (text.contains(QLatin1String(each.word)))
                return each.body;
        }
        return std::nullopt;
    };
    // What is towed has the class of what tows it, and some makers' vans and pick-ups that of cars.
    constexpr std::array models{
        Word{"trailer", VehicleBody::Trailer},    Word{"sprinter", VehicleBody::Van},
        Word{"volkswagen.t2", VehicleBody::Van},  Word{"ambulance", VehicleBody::Van},
        Word{"carlacola", VehicleBody::Truck},    Word{"firetruck", VehicleBody::Truck},
        Word{"european_hgv", VehicleBody::Truck}, Word{"fusorosa", VehicleBody::Bus},
        Word{"cybertruck", VehicleBody::Car}};
    if (const auto body = found(models, actor.nativeType.toLower()))
        return *body;
    constexpr std::array classes{Word{"bus", VehicleBody::Bus}, Word{"truck", VehicleBody::Truck},
                                 Word{"van", VehicleBody::Van}, Word{"trailer", VehicleBody::Trailer}};
    return found(classes, attributeOf(actor, "base_type").toLower()).value_or(VehicleBody::Car);
}

glm::vec3 usualHalf(VehicleClass vehicle)
{
    switch (vehicle) {
    case VehicleClass::Heavy:
        return {1.3F, 1.6F, 4.0F};
    case VehicleClass::Bicycle:
        return {0.3F, 0.8F, 0.85F};
    case VehicleClass::Motorcycle:
        return {0.4F, 0.8F, 1.1F};
    case VehicleClass::Car:
        break;
    }
    return {1.0F, 0.75F, 2.3F};
}

void setBuild(ActorInfo& actor, VehicleClass vehicle)
{
    actor.vehicleBody = vehicleBodyOf(actor);
    model::VehicleWheel wheel{.radius = 0.34F, .halfWidth = 0.11F};
    if (vehicle == VehicleClass::Heavy)
        wheel = {.radius = 0.5F, .halfWidth = 0.16F};
    else if (vehicle == VehicleClass::Motorcycle)
        wheel = {.radius = 0.31F, .halfWidth = 0.07F};
    else if (vehicle == VehicleClass::Bicycle)
        wheel = {.radius = 0.34F, .halfWidth = 0.025F};
    actor.wheels.assign(twoWheeled(vehicle) ? 2 : 4, wheel);
    for (std::size_t i = 0; i < actor.wheels.size(); ++i)
        actor.wheels[i].steer = static_cast<int>(i);
    if (twoWheeled(vehicle))
        actor.rider = vehicle == VehicleClass::Bicycle ? model::Rider::Pedals : model::Rider::Sits;
}

void placeWheels(ActorInfo& actor)
{
    constexpr float Axle = 0.62F;   // of half the length, from the middle
    constexpr float Proud = 0.015F; // metres: a wheel that ended with the body would flicker in it
    const glm::vec3 half = actor.boxHalf;
    const bool two = actor.wheels.size() == 2;
    for (std::size_t i = 0; i < actor.wheels.size(); ++i) {
        model::VehicleWheel& wheel = actor.wheels[i];
        const float ahead = two ? std::max(half.z - wheel.radius, wheel.radius) : half.z * Axle;
        const float aside = two ? 0.0F : half.x - wheel.halfWidth + Proud;
        const bool front = two ? i == 0 : i < 2;
        const bool left = i % 2 == 0;
        wheel.centre =
            actor.boxCentre + glm::vec3(left ? aside : -aside, wheel.radius - half.y, front ? ahead : -ahead);
    }
}

} // namespace ghostline::carla
