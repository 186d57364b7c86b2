// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// A flying camera with mass: it takes time to gather speed, to come to rest and to turn.
#include "render/camera/camera_pose.h"

namespace ghostline::render {

class Drone
{
public:
    /// Hangs still, from now on.
    void rest();
    /// To be turned by so many degrees; it eases into that.
    void turn(double yaw, double pitch);
    /// `steps` of the wheel, positive = faster.
    void changeSpeed(double steps);
    void setSpeed(double metresPerSecond);
    double speed() const { return m_speed; } ///< at full stick, metres a second
    /// `axes`: right, up, forward, each -1 to 1; `fast` as in CameraController::setMotion(). Exact at any
    /// length of step.
    CameraPose fly(const CameraPose& from, const glm::dvec3& axes, bool fast, double seconds);
    /// Still goes on without anybody's hand.
    bool drifts() const;

private:
    double m_speed = 10.0;
    glm::dvec3 m_velocity{0.0}; ///< world space, metres a second
    glm::dvec2 m_turn{0.0};     ///< yaw and pitch still to be made, degrees
};

} // namespace ghostline::render
