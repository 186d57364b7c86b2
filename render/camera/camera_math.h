// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// Bearings, distances and blends of camera poses: what modes, director and minimap compute with.
#include "model/world/world_state.h"
#include "render/camera/camera.h"

#include <array>
#include <optional>
#include <span>

namespace ghostline::render {

inline const glm::dvec3 WorldUp{0.0, 1.0, 0.0};

/// Compass bearing of a direction about +Y (0 = +Z, 90 = +X) and its elevation, degrees.
struct Bearing
{
    double yaw = 0.0;
    double pitch = 0.0;
};

double distanceOf(const CameraPose& c);
glm::dvec3 forwardOf(const CameraPose& c);
/// Any unit vector that is not along forward, preferring the pose's own up.
glm::dvec3 rightOf(const CameraPose& c);
/// Metres of world over the viewport's height, at a distance.
double heightAt(const CameraPose& c, double distance);
Bearing bearingOf(const glm::dvec3& d);
/// The unit vector of a bearing.
glm::dvec3 bearingVector(double yaw, double pitch);
/// Heading of the viewer on the ground; for a camera that looks straight down its up vector decides.
double headingOf(const CameraPose& c);
glm::dquat orientationOf(const CameraPose& c);
/// An orthographic pose as a perspective one that shows the same at the target's depth.
CameraPose asPerspective(CameraPose c);
/// Bearing from the middle of a stage to the long side from which it is watched: where a camera of its own
/// stands, else south or west. For director and map alike, so that left is left in both.
double sideOfStage(const model::Bounds& stage, const std::vector<model::SceneCamera>& cameras);
/// The pose moved along its own axes, its direction kept, until all points fill the picture; `margin` 1 =
/// they touch its edges. Not for orthographic ones. Without points it is the same.
CameraPose filledBy(const CameraPose& pose, std::span<const glm::dvec3> points, double aspect, double margin);
CameraPose blend(const CameraPose& from, const CameraPose& to, double share);

/// Corners in order round the picture: lower left, lower right, upper right, upper left. `tangents` of half
/// the opening angles, horizontal and vertical. Nothing when a corner looks at the sky.
std::optional<std::array<glm::dvec3, 4>> groundFootprint(const glm::dvec3& eye, const glm::quat& orientation,
                                                         const glm::vec2& tangents, double ground);

} // namespace ghostline::render
