// SPDX-License-Identifier: GPL-3.0-or-later
#include "codecs/sc2/map/scene_zones.h"

#include "codecs/sc2/map/map_limits.h"
#include "codecs/sc2/map/scene_ground.h"

#include <cmath>
#include <numbers>

namespace ghostline::sc2 {

namespace {

constexpr double RingLift = 0.06; // metres above the ground, so that rings do not sink into it

/// Inhibitor and acceleration zones say their size in their name. 0 = no such zone.
double zoneRadius(const QString& type)
{
    if (!type.contains(QLatin1String("InhibitorZone")) && !type.contains(QLatin1String("AccelerationZone")))
        return 0.0;
    if (type.contains(QLatin1String("Small")))
        return 4.0;
    return type.contains(QLatin1String("Large")) ? 6.0 : 5.0;
}

double ringRadius(const MapObject& object)
{
    switch (object.kind) {
    case MapObject::Kind::NoFly:
    case MapObject::Kind::NoPath:
        return object.radius;
    case MapObject::Kind::Unit:
        return zoneRadius(object.type);
    case MapObject::Kind::Doodad:
    case MapObject::Kind::StartLocation:
        break;
    }
    return 0.0;
}

} // namespace

model::SceneLines zoneRings(const MapData& map)
{
    constexpr int Corners = 40;
    model::SceneLines rings;
    for (const MapObject& object : map.objects) {
        const double radius = ringRadius(object);
        if (!(radius > 0.0) || rings.starts.size() >= MaxShownZones)
            continue;
        rings.starts.push_back(static_cast<std::uint32_t>(rings.points.size()));
        for (int i = 0; i <= Corners; ++i) {
            const double a = 2 * std::numbers::pi * i / Corners;
            const glm::dvec2 at = glm::dvec2(object.position) + radius * glm::dvec2(std::cos(a), std::sin(a));
            rings.points.emplace_back(mapToWorld(at.x, at.y, map.heightAt(at.x, at.y) + RingLift));
        }
    }
    return rings;
}

} // namespace ghostline::sc2
