// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// Lines of a width in pixels: trails, velocity arrows, the axes in the corner. Plain numbers, no GL.
#include "model/world/scene_description.h"
#include "render/actors/instance.h"
#include "render/base/ground_level.h"
#include "render/base/theme.h"
#include "render/base/trail.h"
#include "render/camera/camera.h"

namespace ghostline::render {

/// Simplifies a polyline: leaves out points within `tolerance` metres of the line without them. Ends and gaps
/// (NaN) stay.
std::vector<glm::dvec3> simplified(std::span<const glm::dvec3> points, double tolerance);
/// The indices of the points that stay. Points at which `teams` changes (it may be empty) stay as well.
std::vector<std::size_t> keptPoints(std::span<const glm::dvec3> points, std::span<const std::int8_t> teams,
                                    double tolerance);

/// How a trail is drawn: the colours of points that belong to teams, and the width at its newest point,
/// metres.
struct TrailStyle
{
    std::span<const glm::vec4> teams{};
    glm::vec4 neutral{1.0F};
    float width = 0.1F;
};

/// A piece of a ribbon as the shader takes it, which draws it at least so wide that it is seen.
struct RibbonPiece
{
    glm::vec3 from{0.0F};
    glm::vec3 to{0.0F};
    glm::vec3 runsFrom{0.0F, 0.0F, 1.0F}; ///< unit, which way the ribbon runs at either end
    glm::vec3 runsTo{0.0F, 0.0F, 1.0F};
    float widthFrom = 0.0F; ///< metres
    float widthTo = 0.1F;   ///< metres, above zero
    glm::vec4 colour{1.0F}; ///< at `to`; toward `from` it fades as it narrows
};
Instance ribbonPiece(const RibbonPiece& piece);

/// A ribbon that widens and fades in from the oldest point to the newest.
void appendTrail(std::vector<Instance>& out, const Trail& trail, const glm::vec4& colour,
                 const glm::dvec3& origin, const TrailStyle& look = {});

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

/// Where lines on the ground are laid, and how they look.
struct GroundLine
{
    GroundLevel ground{};
    glm::dvec3 origin{0.0}; ///< floating origin
    float pixels = 1.0F;
    glm::vec4 colour{1.0F};
};
/// A line over hill and dale, `lift` metres above the ground.
void appendGroundLine(std::vector<Instance>& out, const GroundLine& line, const glm::dvec2& from,
                      const glm::dvec2& to, double lift);
/// A circle over hill and dale, with its casing.
void appendGroundRing(std::vector<Instance>& out, GroundLine line, const glm::dvec2& centre, double radius,
                      const Theme& theme);
/// The footprint of a camera as a cased loop just above the ground; corners in world space. They keep their
/// own height where those of the ground are not known.
void appendFootprint(std::vector<Instance>& out, const std::array<glm::dvec3, 4>& corners, GroundLine line,
                     const Theme& theme);
/// Theme::casing(). Where lines touch, append the casings of all before the lines.
glm::vec4 casingOf(const Theme& theme);
/// Width of a line with its casing.
inline float casedPixels(float pixels) { return pixels + 2.0F * static_cast<float>(CasingPixels); }

/// Three short axes in the lower right corner, turned like the camera; `letters` gets where X, Y, Z belong,
/// (0, 0) = nowhere.
void appendGizmo(std::vector<Instance>& out, const CameraPose& camera, const Theme& theme,
                 std::array<glm::vec2, 3>& letters);

/// Metres between grid lines for a view that shows `height` metres: 1, 2 or 5 times a power of ten.
double gridSpacing(double height);
/// True when some part of a horizontal disc round `centre` is in view, whether or not something hides it.
bool gridSeen(const CameraPose& camera, const glm::dvec3& centre, double reach, QSizeF viewport);

} // namespace ghostline::render
