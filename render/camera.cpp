// SPDX-License-Identifier: GPL-3.0-or-later
// Camera mathematics: projections, and what each mode makes of the user's input.
#include "render/camera.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <glm/gtc/matrix_transform.hpp>

namespace ghostline::render {

namespace {

constexpr double EaseSeconds = 0.2;
constexpr double DegreesPerPixel = 0.3;
constexpr double MinPitch = -5.0;
constexpr double MaxPitch = 89.0;
constexpr double MinDistance = 0.5;
constexpr double MaxDistance = 200'000.0;
constexpr double DollyFactor = 0.85; ///< share of the distance left after one wheel step
constexpr double FastFactor = 4.0;
const glm::dvec3 WorldUp{0.0, 1.0, 0.0};

double distanceOf(const CameraPose& c) { return std::max(glm::length(c.position - c.target), 1e-6); }

glm::dvec3 forwardOf(const CameraPose& c)
{
    const glm::dvec3 d = c.target - c.position;
    const double length = glm::length(d);
    return length > 1e-9 ? d / length : glm::dvec3(0.0, 0.0, -1.0);
}

/// Any unit vector that is not along forward, preferring the pose's own up.
glm::dvec3 rightOf(const CameraPose& c)
{
    const glm::dvec3 f = forwardOf(c);
    glm::dvec3 r = glm::cross(f, c.up);
    if (glm::length(r) < 1e-6)
        r = glm::cross(f, std::abs(f.y) < 0.9 ? WorldUp : glm::dvec3(0.0, 0.0, -1.0));
    return glm::normalize(r);
}

double heightAt(const CameraPose& c, double distance)
{
    return c.orthographic ? c.orthographicHeight
                          : 2.0 * distance * std::tan(glm::radians(c.verticalFov) * 0.5);
}

/// Compass bearing of a direction about +Y and its elevation, degrees.
struct Bearing
{
    double yaw = 0.0;
    double pitch = 0.0;
};

Bearing bearingOf(const glm::dvec3& d)
{
    return {glm::degrees(std::atan2(d.x, d.z)), glm::degrees(std::asin(std::clamp(d.y, -1.0, 1.0)))};
}

glm::dvec3 direction(double yaw, double pitch)
{
    const double y = glm::radians(yaw);
    const double p = glm::radians(pitch);
    return {std::sin(y) * std::cos(p), std::sin(p), std::cos(y) * std::cos(p)};
}

/// Heading of the viewer on the ground; for a camera that looks straight down its up vector decides.
double headingOf(const CameraPose& c)
{
    const glm::dvec3 f = forwardOf(c);
    const bool vertical = std::abs(f.y) > 0.999;
    const glm::dvec3 d = vertical ? (f.y < 0.0 ? c.up : -c.up) : f;
    return glm::degrees(std::atan2(d.x, d.z));
}

glm::dquat orientationOf(const CameraPose& c)
{
    const glm::dvec3 f = forwardOf(c);
    const glm::dvec3 r = rightOf(c);
    return glm::normalize(glm::quat_cast(glm::dmat3(r, glm::cross(r, f), -f)));
}

/// An orthographic pose as a perspective one that shows the same at the target's depth.
CameraPose asPerspective(CameraPose c)
{
    if (!c.orthographic)
        return c;
    const double distance = c.orthographicHeight / (2.0 * std::tan(glm::radians(c.verticalFov) * 0.5));
    c.position = c.target - forwardOf(c) * distance;
    c.orthographic = false;
    return c;
}

CameraPose blend(const CameraPose& from, const CameraPose& to, double share)
{
    const CameraPose a = asPerspective(from);
    const CameraPose b = asPerspective(to);
    CameraPose out = b;
    const glm::dquat q = glm::slerp(orientationOf(a), orientationOf(b), share);
    // The distance changes by equal ratios, so that a long way out does not rush at its start.
    const double distance = std::exp(glm::mix(std::log(distanceOf(a)), std::log(distanceOf(b)), share));
    out.target = glm::mix(a.target, b.target, share);
    out.position = out.target - q * glm::dvec3(0.0, 0.0, -1.0) * distance;
    out.up = q * WorldUp;
    out.verticalFov = glm::mix(a.verticalFov, b.verticalFov, share);
    return out;
}

} // namespace

glm::dmat4 viewMatrix(const CameraPose& camera, const glm::dvec3& origin)
{
    const glm::dvec3 f = forwardOf(camera);
    const glm::dvec3 r = rightOf(camera);
    const glm::dvec3 eye = camera.position - origin;
    return glm::lookAt(eye, eye + f, glm::cross(r, f));
}

glm::dmat4 projectionMatrix(const CameraPose& camera, double aspect, double nearPlane, double farPlane)
{
    if (camera.orthographic) {
        const double h = camera.orthographicHeight * 0.5;
        return glm::ortho(-h * aspect, h * aspect, -h, h, nearPlane, farPlane);
    }
    return glm::perspective(glm::radians(camera.verticalFov), aspect, nearPlane, farPlane);
}

Ray rayThrough(const CameraPose& camera, QPointF pixel, QSizeF viewport)
{
    const double width = std::max(viewport.width(), 1.0);
    const double height = std::max(viewport.height(), 1.0);
    const double x = (2.0 * pixel.x() / width - 1.0) * (width / height);
    const double y = 1.0 - 2.0 * pixel.y() / height;
    const glm::dvec3 f = forwardOf(camera);
    const glm::dvec3 r = rightOf(camera);
    const glm::dvec3 u = glm::cross(r, f);
    if (camera.orthographic) {
        const double h = camera.orthographicHeight * 0.5;
        return {camera.position + r * (x * h) + u * (y * h), f};
    }
    const double t = std::tan(glm::radians(camera.verticalFov) * 0.5);
    return {camera.position, glm::normalize(f + r * (x * t) + u * (y * t))};
}

std::optional<QPointF> project(const CameraPose& camera, const glm::dvec3& world, QSizeF viewport)
{
    const double width = std::max(viewport.width(), 1.0);
    const double height = std::max(viewport.height(), 1.0);
    const glm::dvec3 f = forwardOf(camera);
    const glm::dvec3 r = rightOf(camera);
    const glm::dvec3 d = world - camera.position;
    const double depth = glm::dot(d, f);
    if (depth <= 1e-6)
        return std::nullopt;
    const double scale = height / heightAt(camera, depth);
    return QPointF(width * 0.5 + glm::dot(d, r) * scale,
                   height * 0.5 - glm::dot(d, glm::cross(r, f)) * scale);
}

void CameraController::easeTo(const CameraPose& goal, bool eased)
{
    m_goal = goal;
    m_from = m_pose;
    m_ease = eased && !m_reducedMotion ? 0.0 : 1.0;
    if (m_ease >= 1.0)
        m_pose = m_goal;
}

void CameraController::moveTo(const CameraPose& pose)
{
    m_pose = m_goal = pose;
    m_ease = 1.0;
}

/// The pose that Follow and FirstPerson take from the tracked actor.
CameraPose CameraController::attached() const
{
    CameraPose c = m_goal;
    c.orthographic = false;
    c.up = WorldUp;
    const glm::dquat q(m_tracked->orientation);
    const double heading = bearingOf(q * glm::dvec3(0.0, 0.0, 1.0)).yaw;
    if (m_mode == CameraMode::FirstPerson) {
        c.position = m_tracked->position + q * m_eye;
        c.target = c.position + direction(heading + m_lookYaw, m_lookPitch) * 10.0;
        c.verticalFov = m_firstPersonFov;
        return c;
    }
    // Behind is the way the actor comes from; a walker is followed more closely than a lorry.
    const double scale = std::clamp(m_trackedSize / 4.0, 0.5, 4.0);
    c.target = m_tracked->position + WorldUp * (0.25 * m_trackedSize);
    c.position =
        c.target + direction(heading + 180.0 + m_followYaw, m_followPitch) * (m_followDistance * scale);
    c.verticalFov = CameraPose{}.verticalFov;
    return c;
}

void CameraController::setMode(CameraMode mode)
{
    if (mode == m_mode)
        return;
    const CameraMode before = m_mode;
    m_mode = mode;
    CameraPose c = asPerspective(m_pose);
    const bool wasAttached = before == CameraMode::Follow || before == CameraMode::FirstPerson;
    c.verticalFov = CameraPose{}.verticalFov;
    const double heading = headingOf(c);
    const double distance = std::max(distanceOf(c), 1.0);
    switch (mode) {
    case CameraMode::TopDown:
        if (before == CameraMode::FirstPerson && m_tracked)
            c.target = m_tracked->position;
        c.orthographicHeight = heightAt(c, std::max(distance, 25.0));
        c.orthographic = true;
        c.up = {0.0, 0.0, -1.0};
        c.position = c.target + WorldUp * std::max(distance, 25.0);
        break;
    case CameraMode::Orbit: {
        if (before == CameraMode::FirstPerson && m_tracked)
            c.target = m_tracked->position;
        const double pitch = std::clamp(-bearingOf(forwardOf(c)).pitch, 12.0, 60.0);
        const double back = wasAttached ? std::max(distance, 12.0) : distance;
        c.position =
            c.target + direction(heading + 180.0, before == CameraMode::TopDown ? 50.0 : pitch) * back;
        c.up = WorldUp;
        break;
    }
    case CameraMode::Free:
        if (before == CameraMode::TopDown)
            c.position = c.target + direction(heading + 180.0, 60.0) * distance;
        c.up = WorldUp;
        m_speed = std::clamp(distance * 0.5, 5.0, 500.0);
        break;
    case CameraMode::Follow:
    case CameraMode::FirstPerson:
        m_followYaw = m_lookYaw = m_lookPitch = 0.0;
        if (!m_tracked)
            return;
        c = attached();
        break;
    }
    m_axes = glm::dvec3(0.0);
    easeTo(c, true);
}

void CameraController::setPose(const CameraPose& pose, bool eased) { easeTo(pose, eased); }

/// Turns the head, not the place: the target swings about the position.
void CameraController::look(QPointF delta)
{
    CameraPose c = asPerspective(m_pose);
    const Bearing b = bearingOf(forwardOf(c));
    const double pitch = std::clamp(b.pitch - delta.y() * DegreesPerPixel * 0.5, -MaxPitch, MaxPitch);
    c.target = c.position + direction(b.yaw - delta.x() * DegreesPerPixel * 0.5, pitch) * distanceOf(c);
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
        c.position = c.target + direction(b.yaw - delta.x() * DegreesPerPixel, pitch) * distanceOf(c);
        c.up = WorldUp;
        moveTo(c);
        return;
    }
    }
    if (m_tracked)
        moveTo(attached());
}

void CameraController::pan(QPointF delta, QSizeF viewport)
{
    if (m_mode == CameraMode::Follow || m_mode == CameraMode::FirstPerson) {
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
        if (m_tracked)
            moveTo(attached());
        return;
    case CameraMode::FirstPerson:
        m_firstPersonFov = std::clamp(m_firstPersonFov * factor, 20.0, 100.0);
        if (m_tracked)
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
    if (!bounds.valid || m_mode == CameraMode::Follow || m_mode == CameraMode::FirstPerson)
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

void CameraController::track(std::optional<model::Pose> actor, double actorSize, const glm::dvec3& eye)
{
    const std::optional<model::Pose> before = m_tracked;
    const bool first = actor && !before;
    m_tracked = actor;
    m_trackedSize = actorSize;
    m_eye = eye;
    if (!m_tracked)
        return;
    switch (m_mode) {
    case CameraMode::Follow:
    case CameraMode::FirstPerson:
        m_goal = attached();
        if (first)
            easeTo(m_goal, true);
        else if (m_ease >= 1.0)
            m_pose = m_goal;
        return;
    case CameraMode::TopDown: {
        // The map moves under the actor; where the user has panned to is kept.
        const glm::dvec3 move =
            first ? m_tracked->position - m_goal.target : m_tracked->position - before->position;
        CameraPose goal = m_ease < 1.0 ? m_goal : m_pose;
        goal.position += move;
        goal.target += move;
        if (first) {
            easeTo(goal, true);
        } else {
            m_goal = goal;
            if (m_ease >= 1.0)
                m_pose = goal;
        }
        return;
    }
    case CameraMode::Orbit:
    case CameraMode::Free:
        return;
    }
}

bool CameraController::advance(double dt)
{
    if (m_ease < 1.0) {
        m_ease = std::min(1.0, m_ease + dt / EaseSeconds);
        const double s = m_ease * m_ease * (3.0 - 2.0 * m_ease);
        m_pose = m_ease >= 1.0 ? m_goal : blend(m_from, m_goal, s);
    }
    if (m_mode == CameraMode::Free && m_axes != glm::dvec3(0.0)) {
        CameraPose c = m_pose;
        const glm::dvec3 move = (rightOf(c) * m_axes.x + WorldUp * m_axes.y + forwardOf(c) * m_axes.z) *
                                (m_speed * (m_fast ? FastFactor : 1.0) * dt);
        c.position += move;
        c.target += move;
        moveTo(c);
    }
    return moving();
}

} // namespace ghostline::render
