// SPDX-License-Identifier: GPL-3.0-or-later
#include "render/camera/drone.h"

#include "render/camera/camera_math.h"

#include <algorithm>
#include <cmath>

namespace ghostline::render {

namespace {

constexpr double Thrust = 2.2;   // per second: how fast it comes near the speed that is wanted
constexpr double Drag = 1.3;     // per second: how fast it comes to rest with nobody at the stick
constexpr double TurnEase = 7.0; // per second
constexpr double AtRest = 0.02;  // metres a second ...
constexpr double Turned = 0.02;  // ... and degrees: nobody sees them
constexpr double SteepestLook = 89.0;
constexpr double LeastSpeed = 0.5; // metres a second
constexpr double MostSpeed = 500.0;
constexpr double SpeedStep = 1.25; // by one step of the wheel
constexpr double BoostFactor = 4.0;

} // namespace

void Drone::rest()
{
    m_velocity = glm::dvec3(0.0);
    m_turn = glm::dvec2(0.0);
}

void Drone::turn(double yaw, double pitch) { m_turn += glm::dvec2(yaw, pitch); }

void Drone::changeSpeed(double steps) { setSpeed(m_speed * std::pow(SpeedStep, steps)); }

void Drone::setSpeed(double metresPerSecond) { m_speed = std::clamp(metresPerSecond, LeastSpeed, MostSpeed); }

CameraPose Drone::fly(const CameraPose& from, const glm::dvec3& axes, bool fast, double seconds)
{
    CameraPose c = asPerspective(from);
    if (seconds <= 0.0)
        return c;
    const double distance = distanceOf(c);
    // It steers where it looks, and looks there little by little.
    const glm::dvec2 turned = m_turn * (1.0 - std::exp(-TurnEase * seconds));
    m_turn -= turned;
    if (glm::length(m_turn) < Turned)
        m_turn = glm::dvec2(0.0);
    const Bearing b = bearingOf(forwardOf(c));
    const double pitch = std::clamp(b.pitch + turned.y, -SteepestLook, SteepestLook);
    const glm::dvec3 forward = bearingVector(b.yaw + turned.x, pitch);
    c.up = WorldUp;
    c.target = c.position + forward;
    const glm::dvec3 wanted =
        (rightOf(c) * axes.x + WorldUp * axes.y + forward * axes.z) * (m_speed * (fast ? BoostFactor : 1.0));
    const bool driven = axes != glm::dvec3(0.0);
    const double pull = driven ? Thrust : Drag;
    const double left = std::exp(-pull * seconds);
    const glm::dvec3 over = m_velocity - wanted;
    c.position += wanted * seconds + over * ((1.0 - left) / pull);
    m_velocity = wanted + over * left;
    if (!driven && glm::length(m_velocity) < AtRest)
        m_velocity = glm::dvec3(0.0);
    c.target = c.position + forward * distance;
    return c;
}

bool Drone::drifts() const { return m_velocity != glm::dvec3(0.0) || m_turn != glm::dvec2(0.0); }

} // namespace ghostline::render
