// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// Lines of a width in pixels: trails, velocity arrows, the axes in the corner. Plain numbers, no GL.
#include "render/instance_buffers.h"
#include "render/viewport.h"

namespace ghostline::render {

/// Points that a straight line does not already pass within `tolerance` metres; ends and gaps (NaN) stay.
std::vector<glm::dvec3> simplified(std::span<const glm::dvec3> points, double tolerance);
/// The same as indices; where `teams` changes (it may be empty) a point stays, too.
std::vector<std::size_t> keptPoints(std::span<const glm::dvec3> points, std::span<const std::int8_t> teams,
                                    double tolerance);

/// Colours of a trail whose points belong to teams, and its width in pixels.
struct TrailLook
{
    std::span<const glm::vec4> teams{};
    glm::vec4 neutral{1.0F};
    float width = 2.0F;
};

/// Fades in from the oldest point to the newest.
void appendTrail(std::vector<Instance>& out, const Trail& trail, const glm::vec4& colour,
                 const glm::dvec3& origin, const TrailLook& look = {});

inline constexpr float PredictedSeconds = 2.0F;

/// Dashes from a place along a velocity: where something is in the next seconds if nothing stops it.
void appendPrediction(std::vector<Instance>& out, const glm::vec3& from, const glm::vec3& velocity,
                      const glm::vec4& colour, float seconds = PredictedSeconds);

/// How long a straight flight stays within bounds it starts in, at most PredictedSeconds.
float secondsInside(const model::Bounds& bounds, const glm::dvec3& from, const glm::vec3& velocity);

/// One second of travel, with a head.
void appendArrow(std::vector<Instance>& out, const glm::vec3& from, const glm::vec3& velocity,
                 const glm::vec4& colour);

/// One straight line.
void appendLine(std::vector<Instance>& out, const glm::vec3& from, const glm::vec3& to, float pixels,
                const glm::vec4& colour);

/// A closed line.
void appendLoop(std::vector<Instance>& out, std::span<const glm::vec3> corners, float pixels,
                const glm::vec4& colour);

/// The same over a casing.
void appendCasedLoop(std::vector<Instance>& out, std::span<const glm::vec3> corners, float pixels,
                     const glm::vec4& colour, const Theme& theme);
/// Theme::casing(). Lines that touch are to be cased before any of them is drawn.
glm::vec4 casingOf(const Theme& theme);
/// Width of a line with its casing.
inline float casedPixels(float pixels) { return pixels + 2.0F * static_cast<float>(CasingPixels); }

/// Three short axes in the lower right corner, turned like the camera; `letters` gets where X, Y, Z belong,
/// (0, 0) = nowhere.
void appendGizmo(std::vector<Instance>& out, const CameraPose& camera, const Theme& theme,
                 std::array<glm::vec2, 3>& letters);

/// Metres between grid lines for a view that shows `height` metres: 1, 2 or 5 times a power of ten.
double gridSpacing(double height);
/// Whether any of a level disc round `centre` is within the view; what stands before it does not count.
bool gridSeen(const CameraPose& camera, const glm::dvec3& centre, double reach, QSizeF viewport);

} // namespace ghostline::render
