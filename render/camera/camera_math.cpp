// SPDX-License-Identifier: GPL-3.0-or-later
// Projections, rays, and what the camera's modes compute with.
#include "render/camera/camera_math.h"

#include <glm/gtc/matrix_transform.hpp>

#include <algorithm>
#include <cmath>
#include <limits>

namespace ghostline::render {

double distanceOf(const CameraPose& c) { return std::max(glm::length(c.position - c.target), 1e-6); }

glm::dvec3 forwardOf(const CameraPose& c)
{
    const glm::dvec3 d = c.target - c.position;
    const double length = glm::length(d);
    return length > 1e-9 ? d / length : glm::dvec3(0.0, 0.0, -1.0);
}

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

Bearing bearingOf(const glm::dvec3& d)
{
    return {glm::degrees(std::atan2(d.x, d.z)), glm::degrees(std::asin(std::clamp(d.y, -1.0, 1.0)))};
}

glm::dvec3 bearingVector(double yaw, double pitch)
{
    const double y = glm::radians(yaw);
    const double p = glm::radians(pitch);
    return {std::sin(y) * std::cos(p), std::sin(p), std::cos(y) * std::cos(p)};
}

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

CameraPose asPerspective(CameraPose c)
{
    if (!c.orthographic)
        return c;
    const double distance = c.orthographicHeight / (2.0 * std::tan(glm::radians(c.verticalFov) * 0.5));
    c.position = c.target - forwardOf(c) * distance;
    c.orthographic = false;
    return c;
}

double sideOfStage(const model::Bounds& stage, const std::vector<model::SceneCamera>& cameras)
{
    if (!stage.valid)
        return 0.0;
    const glm::dvec3 middle = (stage.min + stage.max) * 0.5;
    const glm::dvec3 half = glm::max((stage.max - stage.min) * 0.5, glm::dvec3(1e-3));
    // What is about as deep as it is wide is looked at from the south, as maps are.
    const bool alongZ = half.z > half.x * 1.25;
    const double width = alongZ ? half.x : half.z;
    double farthest = 0.6 * width;
    bool positive = !alongZ;
    for (const model::SceneCamera& camera : cameras) {
        const glm::dvec3 off = camera.position - middle;
        const double across = alongZ ? off.x : off.z;
        const double along = alongZ ? off.z / half.z : off.x / half.x;
        if (std::abs(across) > farthest && std::abs(along) < 0.5) {
            farthest = std::abs(across);
            positive = across > 0.0;
        }
    }
    return (alongZ ? 90.0 : 0.0) + (positive ? 0.0 : 180.0);
}

CameraPose filledBy(const CameraPose& pose, std::span<const glm::dvec3> points, double aspect, double margin)
{
    if (points.empty() || pose.orthographic)
        return pose;
    const glm::dvec3 f = forwardOf(pose);
    const glm::dvec3 r = rightOf(pose);
    const glm::dvec3 u = glm::cross(r, f);
    const double ty = std::tan(glm::radians(pose.verticalFov) * 0.5) / std::max(margin, 1e-3);
    const double tx = ty * std::max(aspect, 0.1);
    // A point is in the picture when |across| <= t * depth: each of the four planes is pushed back until it
    // holds all of them, and where two opposite ones meet is the eye.
    constexpr double Least = std::numeric_limits<double>::lowest();
    double right = Least, left = Least, top = Least, bottom = Least;
    for (const glm::dvec3& p : points) {
        const glm::dvec3 d = p - pose.target;
        const double x = glm::dot(d, r), y = glm::dot(d, u), z = glm::dot(d, f);
        right = std::max(right, x - tx * z);
        left = std::max(left, -x - tx * z);
        top = std::max(top, y - ty * z);
        bottom = std::max(bottom, -y - ty * z);
    }
    const double back = std::max({(right + left) / (2.0 * tx), (top + bottom) / (2.0 * ty), 1.0});
    CameraPose out = pose;
    const glm::dvec3 shift = r * ((right - left) * 0.5) + u * ((top - bottom) * 0.5);
    out.target = pose.target + shift;
    out.position = out.target - f * back;
    return out;
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

std::optional<std::array<glm::dvec3, 4>> groundFootprint(const glm::dvec3& eye, const glm::quat& orientation,
                                                         const glm::vec2& tangents, double ground)
{
    constexpr double Farthest = 1000.0; // metres; nearly level rays outline nothing
    // Looking along +Z, left is +X.
    constexpr std::array<glm::dvec2, 4> Corners{{{1.0, -1.0}, {-1.0, -1.0}, {-1.0, 1.0}, {1.0, 1.0}}};
    std::array<glm::dvec3, 4> out{};
    for (std::size_t i = 0; i < Corners.size(); ++i) {
        const glm::dvec3 ray =
            glm::dquat(orientation) * glm::dvec3(Corners[i].x * static_cast<double>(tangents.x),
                                                 Corners[i].y * static_cast<double>(tangents.y), 1.0);
        const double along = (ground - eye.y) / ray.y;
        if (!(along > 0.0) || !std::isfinite(along) || along * glm::length(ray) > Farthest)
            return std::nullopt;
        out[i] = eye + ray * along;
    }
    return out;
}

} // namespace ghostline::render
