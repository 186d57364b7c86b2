// SPDX-License-Identifier: GPL-3.0-or-later
// What the user's hand does in each camera mode: turn, shift, come nearer, fly, fit.
#include "render/camera_math.h"

#include <algorithm>
#include <cmath>

namespace ghostline::render {

namespace {

constexpr double DegreesPerPixel = 0.3;
constexpr double MinPitch = -5.0;
constexpr double MaxPitch = 89.0;
constexpr double MinDistance = 0.5;
constexpr double MaxDistance = 200'000.0;
constexpr double DollyFactor = 0.85; ///< share of the distance left after one wheel step

} // namespace

/// Turns the head, not the place: the target swings about the position.
void CameraController::look(QPointF delta)
{
    CameraPose c = asPerspective(m_pose);
    const Bearing b = bearingOf(forwardOf(c));
    const double pitch = std::clamp(b.pitch - delta.y() * DegreesPerPixel * 0.5, -MaxPitch, MaxPitch);
    c.target = c.position + bearingVector(b.yaw - delta.x() * DegreesPerPixel * 0.5, pitch) * distanceOf(c);
    c.up = WorldUp;
    moveTo(c);
}

void CameraController::orbit(QPointF delta)
{
    switch (m_mode) {
    case CameraMode::Free:
        look(delta);
        return;
    case CameraMode::TopDown:
        return;
    case CameraMode::Director:
    case CameraMode::Scene:
        return; // the view goes over to Orbit first
    case CameraMode::FirstPerson:
        m_lookYaw = std::clamp(m_lookYaw - delta.x() * DegreesPerPixel * 0.5, -150.0, 150.0);
        m_lookPitch = std::clamp(m_lookPitch - delta.y() * DegreesPerPixel * 0.5, -80.0, 80.0);
        break;
    case CameraMode::Follow:
        m_followYaw = std::remainder(m_followYaw - delta.x() * DegreesPerPixel, 360.0);
        m_followPitch = std::clamp(m_followPitch + delta.y() * DegreesPerPixel, MinPitch, MaxPitch);
        break;
    case CameraMode::Orbit: {
        CameraPose c = asPerspective(m_pose);
        const Bearing b = bearingOf(-forwardOf(c));
        const double pitch = std::clamp(b.pitch + delta.y() * DegreesPerPixel, MinPitch, MaxPitch);
        c.position = c.target + bearingVector(b.yaw - delta.x() * DegreesPerPixel, pitch) * distanceOf(c);
        c.up = WorldUp;
        moveTo(c);
        return;
    }
    }
    if (m_subject)
        moveTo(attached());
}

void CameraController::pan(QPointF delta, QSizeF viewport)
{
    if (m_mode == CameraMode::Follow || m_mode == CameraMode::FirstPerson || looksByItself()) {
        orbit(delta);
        return;
    }
    CameraPose c = m_pose;
    const double metres = heightAt(c, distanceOf(c)) / std::max(viewport.height(), 1.0);
    const glm::dvec3 f = forwardOf(c);
    const glm::dvec3 r = rightOf(c);
    glm::dvec3 up = glm::cross(r, f);
    if (m_mode == CameraMode::Orbit) {
        // Along the ground, so that what is held under the pointer stays under it.
        up = glm::normalize(glm::cross(WorldUp, r));
        up /= std::max(std::abs(f.y), 0.3);
    }
    const glm::dvec3 move = (r * -delta.x() + up * delta.y()) * metres;
    c.position += move;
    c.target += move;
    moveTo(c);
}

void CameraController::dolly(double steps, QPointF at, QSizeF viewport)
{
    const double factor = std::pow(DollyFactor, steps);
    switch (m_mode) {
    case CameraMode::Follow:
        m_followDistance = std::clamp(m_followDistance * factor, 2.0, 500.0);
        if (m_subject)
            moveTo(attached());
        return;
    case CameraMode::FirstPerson:
        m_firstPersonFov = std::clamp(m_firstPersonFov * factor, 20.0, 100.0);
        if (m_subject)
            moveTo(attached());
        return;
    case CameraMode::Free: {
        CameraPose c = m_pose;
        const glm::dvec3 move = rayThrough(c, at, viewport).direction * (m_speed * 0.3 * steps);
        c.position += move;
        c.target += move;
        moveTo(c);
        return;
    }
    case CameraMode::Scene:
        if (m_station) {
            m_station->verticalFov = std::clamp(m_station->verticalFov * factor, 10.0, 100.0);
            moveTo(fromStation());
        }
        return;
    case CameraMode::Director:
        return;
    case CameraMode::Orbit:
    case CameraMode::TopDown:
        break;
    }

    CameraPose c = m_pose;
    const double distance = c.orthographic ? c.orthographicHeight : distanceOf(c);
    const double f = std::clamp(distance * factor, MinDistance, MaxDistance) / distance;
    // Everything scales about the point under the pointer, which therefore does not move on the screen.
    glm::dvec3 hold = c.target;
    const Ray ray = rayThrough(c, at, viewport);
    if (std::abs(ray.direction.y) > 1e-6) {
        const double t = (c.target.y - ray.origin.y) / ray.direction.y;
        if (t > 0.0 && (c.orthographic || t < distance * 8.0))
            hold = ray.origin + ray.direction * t;
    }
    c.target = hold + (c.target - hold) * f;
    c.position = hold + (c.position - hold) * f;
    c.orthographicHeight *= f;
    moveTo(c);
}

void CameraController::setMotion(const glm::dvec3& axes, bool fast)
{
    m_axes = m_mode == CameraMode::Free ? axes : glm::dvec3(0.0);
    m_fast = fast;
}

void CameraController::fit(const model::Bounds& bounds, double aspect, bool eased)
{
    if (!bounds.valid || m_mode == CameraMode::Follow || m_mode == CameraMode::FirstPerson || looksByItself())
        return;
    constexpr double Margin = 1.12;
    CameraPose c = m_ease < 1.0 ? m_goal : m_pose;
    const glm::dvec3 f = forwardOf(c);
    const glm::dvec3 r = rightOf(c);
    const glm::dvec3 u = glm::cross(r, f);
    const glm::dvec3 centre = (bounds.min + bounds.max) * 0.5;
    const glm::dvec3 half = glm::max((bounds.max - bounds.min) * 0.5, glm::dvec3(1.0));
    const double ty = std::tan(glm::radians(c.verticalFov) * 0.5) / Margin;
    const double tx = ty * std::max(aspect, 0.1);
    double distance = 8.0;
    double height = 10.0;
    for (int corner = 0; corner < 8; ++corner) {
        const glm::dvec3 p{(corner & 1) ? half.x : -half.x, (corner & 2) ? half.y : -half.y,
                           (corner & 4) ? half.z : -half.z};
        const double x = std::abs(glm::dot(p, r));
        const double y = std::abs(glm::dot(p, u));
        distance = std::max(distance, std::max(x / tx, y / ty) - glm::dot(p, f));
        height = std::max(height, 2.0 * Margin * std::max(x / std::max(aspect, 0.1), y));
    }
    distance = std::min(distance, MaxDistance);
    c.target = centre;
    c.orthographicHeight = std::min(height, MaxDistance);
    if (c.orthographic)
        distance = c.orthographicHeight / (2.0 * std::tan(glm::radians(c.verticalFov) * 0.5));
    c.position = centre - f * distance;
    easeTo(c, eased);
}

} // namespace ghostline::render
