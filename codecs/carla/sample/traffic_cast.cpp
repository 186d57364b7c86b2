// SPDX-License-Identifier: GPL-3.0-or-later
// Descriptions, attributes and first places, as the server writes them when recording starts.
#include "codecs/carla/sample/traffic_cast.h"

#include <algorithm>
#include <cmath>

namespace ghostline::carla {

namespace {

constexpr std::array<const char*, 8> Colours{"176,42,48",   "34,86,148",  "236,236,232", "28,30,34",
                                             "120,124,130", "230,180,40", "46,110,70",   "150,90,40"};

void addLights(const Town& town, std::span<const int> lights, std::vector<EventAdd>& adds)
{
    for (std::size_t i = 0; i < lights.size(); ++i) {
        const Path& lane = town.paths[static_cast<std::size_t>(lights[i])];
        const glm::dvec2 along(std::cos(lane.heading), std::sin(lane.heading));
        const glm::dvec2 right(-along.y, along.x);
        const glm::dvec2 p = lane.at(lane.length) + right * (LaneWidth / 2.0 + 0.9) - along * 0.4;
        // It faces those who come.
        adds.push_back({FirstLight + static_cast<std::uint32_t>(i),
                        3,
                        {p.x * 100.0, p.y * 100.0, 0.0},
                        {0.0, 0.0, wrappedDegrees(glm::degrees(lane.heading) + 180.0)},
                        0,
                        "traffic.traffic_light",
                        {}});
    }
}

void addVehicles(const std::vector<Vehicle>& vehicles, std::span<const ActorVectors> poses,
                 std::vector<EventAdd>& adds)
{
    for (std::size_t i = 0; i < vehicles.size(); ++i) {
        const VehicleModel& m = *vehicles[i].model;
        const ActorVectors& pose = poses[i];
        adds.push_back({FirstVehicle + static_cast<std::uint32_t>(i),
                        1,
                        pose.first,
                        pose.second,
                        0,
                        m.type,
                        {{3, "role_name", i == TrafficSim::Hero ? "hero" : "autopilot"},
                         {4, "color", Colours[i % Colours.size()]},
                         {1, "number_of_wheels", m.wheels == 2 ? "2" : "4"},
                         {3, "base_type", m.base},
                         {1, "generation", "2"}}});
    }
}

void addWalkers(std::span<const ActorVectors> poses, std::vector<EventAdd>& adds)
{
    static constexpr std::array<const char*, 5> Types{"walker.pedestrian.0001", "walker.pedestrian.0005",
                                                      "walker.pedestrian.0012", "walker.pedestrian.0018",
                                                      "walker.pedestrian.0030"};
    for (std::size_t i = 0; i < poses.size(); ++i) {
        const ActorVectors& pose = poses[i];
        adds.push_back({pose.actor,
                        2,
                        pose.first,
                        pose.second,
                        0,
                        Types[i % Types.size()],
                        {{3, "role_name", "pedestrian"}, {0, "is_invincible", "true"}}});
    }
}

void addProps(const Town& town, std::vector<EventAdd>& adds)
{
    static constexpr std::array<const char*, 4> Types{"static.prop.bench02", "static.prop.bin",
                                                      "static.prop.plantpot03", "traffic.speed_limit.30"};
    const std::size_t count = std::min<std::size_t>(12, town.blocks.size() * 2);
    for (std::size_t i = 0; i < count; ++i) {
        const Block& block = town.blocks[(i / 2) % town.blocks.size()];
        double heading = 0.0;
        const glm::dvec2 p = block.at(block.length() * (0.11 + 0.23 * static_cast<double>(i % 4)), heading);
        const glm::dvec2 inward(-std::sin(heading), std::cos(heading));
        const glm::dvec2 at =
            p + inward * (i % 4 == 3 ? -1.1 : 1.0); // signs at the kerb, benches at the house
        const std::uint8_t type = i % 4 == 3 ? 4 : 0;
        adds.push_back({FirstProp + static_cast<std::uint32_t>(i),
                        type,
                        {at.x * 100.0, at.y * 100.0, 0.0},
                        {0.0, 0.0, wrappedDegrees(glm::degrees(heading))},
                        0,
                        Types[i % Types.size()],
                        {}});
    }
}

} // namespace

double wrappedDegrees(double degrees) { return std::remainder(degrees, 360.0); }

std::vector<EventAdd> firstCast(const Town& town, std::span<const int> lights,
                                const std::vector<Vehicle>& vehicles, std::span<const ActorVectors> poses)
{
    std::vector<EventAdd> adds;
    adds.push_back({SpectatorId, 0, poses[0].first, poses[0].second, 0, "spectator", {}});
    addLights(town, lights, adds);
    addVehicles(vehicles, poses.subspan(1), adds);
    addWalkers(poses.subspan(1 + vehicles.size()), adds);
    addProps(town, adds);
    return adds;
}

Physics carPhysics(std::uint32_t vehicle)
{
    Physics p{.actor = vehicle,
              .engine = {6500.0F, 1.0F, 0.05F, 2.0F, 0.35F},
              .autoGears = true,
              .drive = {10.0F, 3.21F, 1696.0F, 0.3F},
              .centreOfMass = {60.0F, 0.0F, -30.0F},
              .torque = {{0.0F, 320.0F}, {1900.0F, 360.0F}, {6500.0F, 290.0F}},
              .gears = {{4.6F, 0.35F, 0.65F}, {2.7F, 0.35F, 0.65F}, {1.6F, 0.35F, 0.65F}},
              .steering = {{0.0F, 1.0F}, {60.0F, 0.8F}, {120.0F, 0.7F}},
              .wheels = {}};
    for (const auto& [x, y] :
         {std::pair{140.0F, -80.0F}, {140.0F, 80.0F}, {-140.0F, -80.0F}, {-140.0F, 80.0F}})
        p.wheels.push_back({3.5F,
                            0.25F,
                            x > 0.0F ? 70.0F : 0.0F,
                            34.0F,
                            800.0F,
                            x > 0.0F ? 0.0F : 1400.0F,
                            {17.0F, 1000.0F, 12.0F},
                            {x, y, 35.0F}});
    return p;
}

} // namespace ghostline::carla
