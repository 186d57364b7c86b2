// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// The traffic of the sample town: cars that follow lanes and each other and stop at red lights, and now and
// then a driver who does not look.
#include "codecs/carla/sample/town.h"
#include "codecs/io/sample_random.h"

#include <cstdint>
#include <optional>

namespace ghostline::carla {

/// What a vehicle is, apart from where it is.
struct VehicleModel
{
    const char* type;
    const char* base; ///< car, truck, van, bus, motorcycle, bicycle
    int wheels;
    glm::dvec3 half; ///< metres: along, across, up
    double topSpeed; ///< m/s
};

enum class Signal : std::int8_t { Red = 0, Yellow = 1, Green = 2 };

struct SignalState
{
    Signal signal = Signal::Green;
    double elapsed = 0.0; ///< seconds in it
};

/// Full times of one arm's signal.
inline constexpr double GreenTime = 5.0;
inline constexpr double YellowTime = 2.0;
inline constexpr double ClearTime = 1.5; ///< all arms red before the next one
double redTime(const Crossroads& node);
/// Arms get green one after the other, so that ways through a crossing never meet.
SignalState signalAt(const Town& town, const Path& lane, double time);

struct Vehicle
{
    const VehicleModel* model = nullptr;
    int path = 0;
    int next = 0;   ///< path after this one
    double s = 0.0; ///< of the middle, along the path
    double speed = 0.0;
    double acceleration = 0.0;
    double desiredSpeed = 10.0; ///< m/s on a free road
    double wheelAngle = 0.0;    ///< degrees a wheel has turned
    double waits = 0.0;         ///< seconds it still stands after a contact
    int turns = 0;              ///< decisions taken, for the hero's fixed tour
    bool doorOpen = false;
};

/// One contact of two cars, as long as it lasts.
struct Crash
{
    int behind = -1; ///< who did not look
    int ahead = -1;
    double touching = -1.0; ///< seconds since they touched, negative before
};

class TrafficSim
{
public:
    TrafficSim(const Town& town, int vehicles, std::uint64_t seed);

    void step(double dt);
    double time() const { return m_time; }
    const std::vector<Vehicle>& vehicles() const { return m_vehicles; }
    /// From here on the next driver close behind the hero looks away.
    void wantCrash() { m_wanted = true; }
    /// Vehicles that touch now: who was hit, who hit.
    std::optional<Crash> contact() const;
    glm::dvec2 place(const Vehicle& v) const { return path(v).at(v.s); }
    double heading(const Vehicle& v) const { return path(v).headingAt(v.s); }
    /// Curvature of the way here, positive to the right.
    double curvature(const Vehicle& v) const { return path(v).curvature; }
    Turn indicated(const Vehicle& v) const;

    static constexpr int Hero = 0;

private:
    struct Obstacle
    {
        double gap = 1e9;
        double speed = 0.0;
        int who = -1;
    };
    const Path& path(const Vehicle& v) const { return m_town.paths[static_cast<std::size_t>(v.path)]; }
    const Path& pathAt(int i) const { return m_town.paths[static_cast<std::size_t>(i)]; }
    Vehicle& vehicle(int i) { return m_vehicles[static_cast<std::size_t>(i)]; }
    int choose(Vehicle& v, bool hero);
    Obstacle ahead(int who, std::size_t rank) const;
    double signalGap(const Vehicle& v) const;
    double curveLimit(const Vehicle& v) const;
    double accelerate(int who, std::size_t rank);
    void advance(int who, double dt);
    void crashStep(double dt);
    void lookForCrash();

    const Town& m_town;
    io::Random m_random;
    std::vector<Vehicle> m_vehicles;
    std::vector<std::vector<int>> m_on; ///< vehicles of each path, first the foremost
    double m_time = 0.0;
    bool m_wanted = false;
    Crash m_crash;
};

} // namespace ghostline::carla
