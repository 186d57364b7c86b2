// SPDX-License-Identifier: GPL-3.0-or-later
// Camera modes: how one passes into the next, and where each one that attends to something puts the camera.
#include "render/camera/camera.h"

#include "render/camera/camera_math.h"
#include "render/camera/look_ahead.h"

#include <algorithm>
#include <cmath>
#include <utility>

namespace ghostline::render {

namespace {

constexpr double EaseSeconds = 0.2;
constexpr double FastFactor = 4.0;
constexpr double NearestMap = 25.0; // metres over the ground
// Stiffness of what is smoothed, per second. Eyes lag by hundredths of a second, a dolly by more than one.
constexpr double HeadStiffness = 28.0;
constexpr double StationStiffness = 5.0;
constexpr double AttentionStiffness = 3.2;
constexpr double DollyStiffness = 1.4;
constexpr double WayStiffness = 2.6;
constexpr double DirectedTurn = 60.0; // degrees a second at most
constexpr double CourseTurn = 30.0;
constexpr double CourseSeconds = 1.5;
constexpr double BeforeWall = 0.3;  // metres that a camera keeps from what is behind it
constexpr double LeastFollow = 2.0; // metres that a hand can set ...
constexpr double MostFollow = 500.0;
constexpr double NearestFollow = 0.5; // metres to whom it follows, in the narrowest place
constexpr double ReachAgain = 0.6;    // share of the distance that is won back in a second
constexpr double CourseSpeed = 1.5;   // metres a second; slower than this has no course

} // namespace

void CameraController::easeTo(const CameraPose& goal, bool eased)
{
    m_drone.rest();
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

void CameraController::setPose(const CameraPose& pose, bool eased) { easeTo(pose, eased); }

// ---- where a mode looks from ----

CameraPose CameraController::throughEyes() const
{
    CameraPose c = m_goal;
    c.orthographic = false;
    c.verticalFov = m_subject->verticalFov > 0.0 ? m_subject->verticalFov : m_firstPersonFov;
    if (m_subject->head) {
        // The whole pose of the head, roll included: what was seen, not what a steadier camera would see.
        const glm::dquat q = m_head.at();
        c.position = m_subject->head->position;
        c.target = c.position + q * bearingVector(m_lookYaw, m_lookPitch) * 10.0;
        c.up = q * WorldUp;
        return c;
    }
    const glm::dquat q(m_subject->pose.orientation);
    const double heading = bearingOf(q * glm::dvec3(0.0, 0.0, 1.0)).yaw;
    c.up = WorldUp;
    c.position = m_subject->pose.position + q * m_subject->eye;
    c.target = c.position + bearingVector(heading + m_lookYaw, m_lookPitch) * 10.0;
    return c;
}

/// At the distance that the user chose, whatever stands in between.
CameraPose CameraController::farBehind() const
{
    CameraPose c = m_goal;
    c.orthographic = false;
    c.up = WorldUp;
    c.verticalFov = CameraPose{}.verticalFov;
    // Behind is the way the actor comes from; a walker is followed more closely than a lorry. What spins is
    // seen from the side, with something of the play around it.
    double from = m_course + 90.0;
    double scale = std::clamp(m_subject->size / 4.0, 0.9, 4.0);
    if (m_subject->several) {
        const glm::dquat q(m_subject->pose.orientation);
        from = bearingOf(q * glm::dvec3(0.0, 0.0, 1.0)).yaw + 180.0;
        scale = std::max(m_subject->size / 4.0, 0.5);
    } else if (!m_subject->spins) {
        const glm::dquat q(m_subject->pose.orientation);
        from = bearingOf(q * glm::dvec3(0.0, 0.0, 1.0)).yaw + 180.0;
        scale = std::clamp(m_subject->size / 4.0, 0.5, 4.0);
    }
    c.target = m_subject->pose.position + WorldUp * (0.25 * m_subject->size);
    c.position = c.target + bearingVector(from + m_turn.yaw, m_turn.pitch) * (m_turn.distance * scale);
    return c;
}

void CameraController::setReducedMotion(bool on)
{
    m_reducedMotion = on;
    m_drone.rest();
}

CameraPose CameraController::behind() const
{
    CameraPose c = farBehind();
    const double whole = glm::distance(c.target, c.position);
    const double share = std::min(m_reach, freeWay(c));
    if (share < 1.0)
        c.position = c.target +
                     (c.position - c.target) * (std::max(share * whole - BeforeWall, NearestFollow) / whole);
    c.target += lookAhead(m_way.at(), heightAt(c, distanceOf(c)));
    return c;
}

/// Of two who are kept in view one may well be behind something.
double CameraController::freeWay(const CameraPose& pose) const
{
    return m_sight && !m_subject->several ? m_sight(pose.target, pose.position) : 1.0;
}

void CameraController::setSight(std::function<double(const glm::dvec3&, const glm::dvec3&)> sight)
{
    m_sight = std::move(sight);
    m_reach = 1.0;
}

/// Near at once, lest anything is covered; away again little by little, lest each tree makes the picture
/// jump.
void CameraController::comeNear(CameraStep step, bool first)
{
    const double again = first || !step.seconds ? 1.0 : m_reach + *step.seconds * ReachAgain;
    m_reach = m_mode == CameraMode::Follow ? std::min(again, freeWay(farBehind())) : 1.0;
}

/// The pose that Follow and FirstPerson take from the subject.
CameraPose CameraController::attached() const
{
    return m_mode == CameraMode::FirstPerson ? throughEyes() : behind();
}

CameraPose CameraController::fromStation() const
{
    CameraPose c;
    c.position = m_station->position;
    c.target = m_station->follows && m_focused ? m_focus.at() : m_station->target;
    c.verticalFov = m_station->verticalFov;
    if (glm::length(c.target - c.position) < 0.5)
        c.target = c.position + glm::dvec3(0.0, 0.0, 1.0);
    return c;
}

// ---- modes ----

void CameraController::setMode(CameraMode mode)
{
    if (mode == m_mode)
        return;
    const CameraMode before = m_mode;
    m_mode = mode;
    m_focused = m_focused && mode == CameraMode::Scene;
    CameraPose c = asPerspective(m_pose);
    const bool wasAttached = before == CameraMode::Follow || before == CameraMode::FirstPerson;
    c.verticalFov = CameraPose{}.verticalFov;
    const double heading = headingOf(c);
    const double distance = std::max(distanceOf(c), 1.0);
    switch (mode) {
    case CameraMode::TopDown:
        if (before == CameraMode::FirstPerson && m_subject)
            c.target = m_subject->pose.position;
        c.orthographicHeight = heightAt(c, std::max(distance, NearestMap));
        c.orthographic = true;
        c.up = {0.0, 0.0, -1.0};
        c.position = c.target + WorldUp * std::max(distance, NearestMap);
        break;
    case CameraMode::Orbit: {
        if (before == CameraMode::FirstPerson && m_subject)
            c.target = m_subject->pose.position;
        const double pitch = std::clamp(-bearingOf(forwardOf(c)).pitch, 12.0, 60.0);
        const double back = wasAttached ? std::max(distance, 12.0) : distance;
        c.position =
            c.target + bearingVector(heading + 180.0, before == CameraMode::TopDown ? 50.0 : pitch) * back;
        c.up = WorldUp;
        break;
    }
    case CameraMode::Free:
    case CameraMode::Drone:
        if (before == CameraMode::TopDown)
            c.position = c.target + bearingVector(heading + 180.0, 60.0) * distance;
        c.up = WorldUp;
        m_drone.setSpeed(std::max(distance * 0.5, 5.0));
        break;
    case CameraMode::Follow:
    case CameraMode::FirstPerson:
        m_turn.yaw = m_lookYaw = m_lookPitch = 0.0;
        if (!m_subject)
            return;
        keepCourse({}, true);
        c = attached();
        break;
    case CameraMode::Scene:
        if (!m_station)
            return;
        c = fromStation();
        break;
    case CameraMode::Director:
    case CameraMode::Path:
        c.up = WorldUp; // stays where it is until the first framing
        break;
    }
    m_axes = glm::dvec3(0.0);
    easeTo(c, true);
}

// ---- what is followed ----

void CameraController::track(std::optional<model::Pose> actor, double actorSize, const glm::dvec3& eye)
{
    std::optional<CameraSubject> subject;
    if (actor)
        subject = CameraSubject{.pose = *actor, .size = actorSize, .eye = eye};
    track(subject, {});
}

/// Trails the head a little while playing: a headset trembles more than its wearer sees.
void CameraController::turnHead(CameraStep step, bool first)
{
    if (!m_subject->head)
        return;
    const glm::dquat goal(m_subject->head->orientation);
    if (first || !step.playing || !step.seconds || m_reducedMotion || m_mode != CameraMode::FirstPerson)
        m_head.reset(goal);
    else
        m_head.step(goal, *step.seconds, HeadStiffness);
}

/// A throw back is the same course as the throw there, so that the camera keeps to its side.
void CameraController::keepCourse(CameraStep step, bool first)
{
    const glm::dvec3& v = m_subject->velocity;
    const double camera = headingOf(m_pose) + 90.0; // the course that would leave the camera where it is
    double wanted = first ? camera : m_course;
    if (std::hypot(v.x, v.z) > CourseSpeed) {
        const double near = first ? camera : m_course;
        wanted = near + std::remainder(bearingOf(glm::normalize(v)).yaw - near, 180.0);
    }
    if (first) {
        m_course = wanted;
        return;
    }
    const double seconds = step.seconds.value_or(0.0);
    const double most = CourseTurn * seconds;
    m_course += std::clamp((wanted - m_course) * (1.0 - std::exp(-seconds / CourseSeconds)), -most, most);
}

/// One frame without a velocity, as at a jump, or with a wrong one does not turn the picture.
void CameraController::keepWay(CameraStep step, bool first)
{
    if (first || !step.playing || !step.seconds)
        m_way.reset(m_subject->velocity);
    else
        m_way.step(m_subject->velocity, *step.seconds, WayStiffness, false);
}

void CameraController::track(const std::optional<CameraSubject>& subject, CameraStep step)
{
    const std::optional<CameraSubject> before = m_subject;
    const bool first = subject && !before;
    m_subject = subject;
    if (!m_subject)
        return;
    turnHead(step, first || !before->head);
    keepCourse(step, first);
    keepWay(step, first);
    comeNear(step, first);
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
        const glm::dvec3& at = m_subject->pose.position;
        const glm::dvec3 move = first ? at - m_goal.target : at - before->pose.position;
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
    case CameraMode::Drone:
    case CameraMode::Director:
    case CameraMode::Path:
    case CameraMode::Scene:
        return;
    }
}

void CameraController::setOnPath(const CameraPose& pose)
{
    if (m_mode != CameraMode::Path)
        return;
    m_goal = pose;
    if (m_ease >= 1.0)
        m_pose = pose;
}

void CameraController::setStation(const model::SceneCamera& station)
{
    m_station = station;
    if (m_mode == CameraMode::Scene)
        easeTo(fromStation(), true);
}

void CameraController::setFocus(std::optional<glm::dvec3> focus, CameraStep step)
{
    if (m_mode != CameraMode::Scene || !m_station)
        return;
    if (!focus)
        m_focused = false;
    else if (!m_focused || !step.seconds || m_reducedMotion)
        m_focus.reset(*focus);
    else
        m_focus.step(*focus, *step.seconds, StationStiffness, true);
    m_focused = focus.has_value();
    m_goal = fromStation();
    if (m_ease >= 1.0)
        m_pose = m_goal;
}

void CameraController::direct(const CameraPose& goal, bool cut, CameraStep step)
{
    if (m_mode != CameraMode::Director)
        return;
    const bool first = !m_focused;
    m_focused = true;
    if (first || cut || !step.seconds) {
        m_focus.reset(goal.target);
        m_dolly.reset(goal.position);
        first ? easeTo(goal, true) : moveTo(goal);
        return;
    }
    const double seconds = *step.seconds;
    if (seconds <= 0.0)
        return;
    m_focus.step(goal.target, seconds, AttentionStiffness, true);
    m_dolly.step(goal.position, seconds, DollyStiffness, false);
    CameraPose c = goal;
    c.position = m_dolly.at();
    c.target = m_focus.at();
    c.verticalFov = glm::mix(goal.verticalFov, m_goal.verticalFov, std::exp(-seconds * DollyStiffness));
    // A quick pass is met by turning steadily, not by whipping round.
    const glm::dvec3 was = forwardOf(m_goal);
    const glm::dvec3 is = forwardOf(c);
    const double angle = std::acos(std::clamp(glm::dot(was, is), -1.0, 1.0));
    const double most = glm::radians(DirectedTurn) * seconds;
    if (angle > most && angle < 3.1)
        c.target =
            c.position + glm::angleAxis(most, glm::normalize(glm::cross(was, is))) * was * distanceOf(c);
    m_goal = c;
    if (m_ease >= 1.0)
        m_pose = c;
}

bool CameraController::advance(double dt)
{
    if (m_ease < 1.0) {
        m_ease = std::min(1.0, m_ease + dt / EaseSeconds);
        const double s = m_ease * m_ease * (3.0 - 2.0 * m_ease);
        m_pose = m_ease >= 1.0 ? m_goal : blend(m_from, m_goal, s);
    }
    const bool light = m_mode == CameraMode::Free || m_reducedMotion;
    if (flies(m_mode) && light && m_axes != glm::dvec3(0.0)) {
        CameraPose c = m_pose;
        const glm::dvec3 move = (rightOf(c) * m_axes.x + WorldUp * m_axes.y + forwardOf(c) * m_axes.z) *
                                (m_drone.speed() * (m_fast ? FastFactor : 1.0) * dt);
        c.position += move;
        c.target += move;
        moveTo(c);
    } else if (m_mode == CameraMode::Drone && !light && m_ease >= 1.0) {
        moveTo(m_drone.fly(m_pose, m_axes, m_fast, dt));
    }
    return moving();
}

// What the user's hand does in each camera mode: turn, shift, come nearer, fly, fit.

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
    case CameraMode::Drone:
        if (m_reducedMotion)
            look(delta);
        else
            m_drone.turn(-delta.x() * DegreesPerPixel * 0.5, -delta.y() * DegreesPerPixel * 0.5);
        return;
    case CameraMode::TopDown:
        return;
    case CameraMode::Director:
    case CameraMode::Path:
    case CameraMode::Scene:
        return; // the view goes over to Orbit first
    case CameraMode::FirstPerson:
        m_lookYaw = std::clamp(m_lookYaw - delta.x() * DegreesPerPixel * 0.5, -150.0, 150.0);
        m_lookPitch = std::clamp(m_lookPitch - delta.y() * DegreesPerPixel * 0.5, -80.0, 80.0);
        break;
    case CameraMode::Follow:
        m_turn.yaw = std::remainder(m_turn.yaw - delta.x() * DegreesPerPixel, 360.0);
        m_turn.pitch = std::clamp(m_turn.pitch + delta.y() * DegreesPerPixel, MinPitch, MaxPitch);
        m_reach = 1.0; // where the hand wants it
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

void CameraController::setFollowTurn(const FollowTurn& turn)
{
    m_turn = {.yaw = std::remainder(turn.yaw, 360.0),
              .pitch = std::clamp(turn.pitch, MinPitch, MaxPitch),
              .distance = std::clamp(turn.distance, LeastFollow, MostFollow)};
    m_reach = 1.0;
    if (m_mode == CameraMode::Follow && m_subject)
        moveTo(attached());
}

void CameraController::dolly(double steps, QPointF at, QSizeF viewport)
{
    const double factor = std::pow(DollyFactor, steps);
    switch (m_mode) {
    case CameraMode::Follow:
        m_turn.distance = std::clamp(m_turn.distance * factor, LeastFollow, MostFollow);
        m_reach = 1.0;
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
        const glm::dvec3 move = rayThrough(c, at, viewport).direction * (m_drone.speed() * 0.3 * steps);
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
    case CameraMode::Drone:
        m_drone.changeSpeed(steps);
        return;
    case CameraMode::Director:
    case CameraMode::Path:
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
    m_axes = flies(m_mode) ? axes : glm::dvec3(0.0);
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
