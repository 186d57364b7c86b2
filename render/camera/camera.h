// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// The camera as plain mathematics: no window, no GL. Modes, moves and transitions are testable without
// either.
#include "model/world/interpolation.h"
#include "model/world/scene_description.h"
#include "model/world/world_state.h"
#include "render/camera/camera_damping.h"
#include "render/camera/camera_pose.h"
#include "render/camera/drone.h"

#include <QPointF>
#include <QSizeF>

#include <functional>
#include <glm/glm.hpp>
#include <glm/gtc/quaternion.hpp>
#include <optional>

namespace ghostline::render {

/// Director: shots are chosen by themselves. Drone: Free with mass. Path: through the key points that
/// somebody set. Scene: one of the surroundings' own cameras.
enum class CameraMode { Orbit, Free, Follow, FirstPerson, TopDown, Director, Drone, Path, Scene };

/// WASD/QE move it.
inline bool flies(CameraMode mode) { return mode == CameraMode::Free || mode == CameraMode::Drone; }

struct Ray
{
    glm::dvec3 origin{0.0};
    glm::dvec3 direction{0.0, 0.0, -1.0}; ///< unit
};

glm::dmat4 viewMatrix(const CameraPose& camera, const glm::dvec3& origin);
glm::dmat4 projectionMatrix(const CameraPose& camera, double aspect, double nearPlane, double farPlane);
/// Pixel (logical, origin top left) to world ray.
Ray rayThrough(const CameraPose& camera, QPointF pixel, QSizeF viewport);
/// World to pixel; nothing when behind the camera.
std::optional<QPointF> project(const CameraPose& camera, const glm::dvec3& world, QSizeF viewport);

/// What the camera follows.
struct CameraSubject
{
    model::Pose pose;
    double size = 4.0;                 ///< metres
    glm::dvec3 eye{0.0, 1.2, 0.0};     ///< where its head or driver's seat is, in the actor's own axes
    std::optional<model::Pose> head{}; ///< eyes and where they look, world space, when the recording knows
    glm::dvec3 velocity{0.0};
    double verticalFov = 0.0; ///< degrees, of one that is a camera itself; 0 = the viewer's own
    bool spins = false;       ///< its orientation says nothing about its course: followed from the side
    bool several = false;     ///< stands for several actors that are all kept in view; `size` encloses them
};

/// Where the user has turned the camera to that keeps behind somebody: degrees and metres, relative to whom.
struct FollowTurn
{
    double yaw = 0.0;
    double pitch = 26.6;
    double distance = 11.2;

    friend bool operator==(const FollowTurn&, const FollowTurn&) = default;
};

/// How far the state that is shown is from the one before.
struct CameraStep
{
    std::optional<double> seconds{}; ///< of replay time, in either direction; none = a jump
    bool playing = false;            ///< what stands still is shown exactly, without smoothing
};

/// Turns input into camera poses. Times are seconds; pixels are logical.
class CameraController
{
public:
    CameraMode mode() const { return m_mode; }
    /// Keeps what is looked at; eases over to the new mode.
    void setMode(CameraMode mode);
    const CameraPose& pose() const { return m_pose; }
    /// Where the transition under way ends, else the current pose.
    const CameraPose& goal() const { return m_ease < 1.0 ? m_goal : m_pose; }
    void setPose(const CameraPose& pose, bool eased = true);

    void orbit(QPointF delta);                             ///< left drag
    void pan(QPointF delta, QSizeF viewport);              ///< middle or Shift-left drag
    void dolly(double steps, QPointF at, QSizeF viewport); ///< wheel, keeps the point under the pointer
    /// WASD/QE as unit axes (right, up, forward); `fast` for Shift.
    void setMotion(const glm::dvec3& axes, bool fast);
    void fit(const model::Bounds& bounds, double aspect, bool eased = true);
    /// Where the followed actor is now; needed by Follow, FirstPerson and TopDown with a target.
    /// `eye`: where its head or driver's seat is, metres in the actor's own axes.
    void track(std::optional<model::Pose> actor, double actorSize, const glm::dvec3& eye = {0.0, 1.2, 0.0});
    void track(const std::optional<CameraSubject>& subject, CameraStep step);
    /// Of Follow, whatever the mode is.
    const FollowTurn& followTurn() const { return m_turn; }
    void setFollowTurn(const FollowTurn& turn);
    /// The share of the way from one place to another, 0 to 1, that nothing stands in. Follow comes near
    /// enough to see whom it follows; none = nothing ever does.
    void setSight(std::function<double(const glm::dvec3& from, const glm::dvec3& to)> sight);
    /// The camera of the scene that CameraMode::Scene shows; eases over to it when already in that mode.
    void setStation(const model::SceneCamera& station);
    /// The point that a scene camera that follows turns toward.
    void setFocus(std::optional<glm::dvec3> focus, CameraStep step);
    /// Where the director wants the camera; a cut is taken at once, everything else slowly.
    void direct(const CameraPose& goal, bool cut, CameraStep step);
    /// Modes that move by themselves. User input ends them: the camera goes on as Orbit from where it is.
    bool looksByItself() const
    {
        return m_mode == CameraMode::Director || m_mode == CameraMode::Path || m_mode == CameraMode::Scene;
    }
    /// Where CameraMode::Path is now.
    void setOnPath(const CameraPose& pose);
    /// Advances easing (200 ms, none with reduced motion) and flight, which has no inertia with reduced
    /// motion. True while something still moves.
    bool advance(double dt);
    void setReducedMotion(bool on);
    /// True while a transition or flight is under way.
    bool moving() const { return m_ease < 1.0 || m_axes != glm::dvec3(0.0) || m_drone.drifts(); }

private:
    void easeTo(const CameraPose& goal, bool eased);
    void moveTo(const CameraPose& pose);
    CameraPose attached() const;
    CameraPose behind() const;
    CameraPose farBehind() const;
    CameraPose throughEyes() const;
    CameraPose fromStation() const;
    double freeWay(const CameraPose& pose) const;
    void comeNear(CameraStep step, bool first);
    void turnHead(CameraStep step, bool first);
    void keepCourse(CameraStep step, bool first);
    void keepWay(CameraStep step, bool first);
    void look(QPointF delta);

    CameraMode m_mode = CameraMode::Orbit;
    CameraPose m_pose{.position = {14.0, 24.0, 30.0}}; // a little from the side: three faces of a box show
    CameraPose m_from{};
    CameraPose m_goal{};
    double m_ease = 1.0;
    Drone m_drone; ///< its speed is that of free flight, too
    glm::dvec3 m_axes{0.0};
    bool m_fast = false;
    bool m_reducedMotion = false;
    std::optional<CameraSubject> m_subject;
    DampedTurn m_head;
    DampedPoint m_way;     ///< smoothed velocity of the subject
    double m_course = 0.0; ///< bearing in which a spinning subject goes to and fro, degrees
    std::optional<model::SceneCamera> m_station;
    DampedPoint m_focus; ///< what the station or the director looks at
    DampedPoint m_dolly; ///< where the director's camera stands
    bool m_focused = false;
    FollowTurn m_turn{};
    std::function<double(const glm::dvec3&, const glm::dvec3&)> m_sight;
    double m_reach = 1.0; ///< share of that distance that is kept after something stood in the way
    double m_lookYaw = 0.0;
    double m_lookPitch = 0.0;
    double m_firstPersonFov = 70.0;
};

} // namespace ghostline::render
