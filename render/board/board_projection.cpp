// SPDX-License-Identifier: GPL-3.0-or-later
// What is kept lies before the camera and within the picture with a margin of its own size on every side: a
// few planes through the origin of homogeneous space, which cut lines and areas alike.
#include "render/board/board_projection.h"

#include "render/camera/camera_math.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <vector>

namespace ghostline::render {

namespace {

constexpr double NearestDepth = 0.05; // metres before the camera

/// Kept is what has a positive product with each.
std::array<glm::dvec3, 5> keptWithin(QSizeF size)
{
    const double margin = std::max({size.width(), size.height(), 1.0});
    // Of depths that are all 1 the first one keeps everything.
    return {glm::dvec3(0.0, 0.0, 1.0), glm::dvec3(1.0, 0.0, margin), glm::dvec3(0.0, 1.0, margin),
            glm::dvec3(-1.0, 0.0, size.width() + margin), glm::dvec3(0.0, -1.0, size.height() + margin)};
}

double sideOf(std::size_t plane, const std::array<glm::dvec3, 5>& planes, const glm::dvec3& point)
{
    return glm::dot(planes[plane], point) - (plane == 0 ? NearestDepth : 0.0);
}

QPointF flattened(const glm::dvec3& projected)
{
    return {projected.x / projected.z, projected.y / projected.z};
}

} // namespace

BoardProjection BoardProjection::through(const CameraPose& camera, QSizeF size)
{
    const glm::dvec3 ahead = forwardOf(camera);
    const glm::dvec3 right = rightOf(camera);
    const glm::dvec3 up = glm::cross(right, ahead);
    const auto along = [&camera](const glm::dvec3& axis) {
        return glm::dvec4(axis, -glm::dot(axis, camera.position));
    };
    BoardProjection out;
    out.m_size = size;
    out.m_perMetre = size.height() / heightAt(camera, 1.0);
    out.m_depth = camera.orthographic ? glm::dvec4(0.0, 0.0, 0.0, 1.0) : along(ahead);
    out.m_x = along(right) * out.m_perMetre + out.m_depth * (size.width() * 0.5);
    out.m_y = along(up) * -out.m_perMetre + out.m_depth * (size.height() * 0.5);
    return out;
}

BoardProjection BoardProjection::flat(QPointF origin, QPointF east, QPointF south, QSizeF size)
{
    BoardProjection out;
    out.m_size = size;
    out.m_x = {east.x(), 0.0, south.x(), origin.x()};
    out.m_y = {east.y(), 0.0, south.y(), origin.y()};
    out.m_perMetre = std::hypot(east.x(), east.y());
    return out;
}

std::optional<QPointF> BoardProjection::pixel(const glm::dvec3& projected) const
{
    if (!(projected.z >= NearestDepth))
        return std::nullopt;
    return flattened(projected);
}

std::optional<double> BoardProjection::pixelsPerMetre(const glm::dvec3& place) const
{
    const double depth = glm::dot(m_depth, glm::dvec4(place, 1.0));
    if (!(depth >= NearestDepth))
        return std::nullopt;
    return m_perMetre / depth;
}

QList<BoardLine> BoardProjection::line(std::span<const glm::dvec3> projected) const
{
    const auto planes = keptWithin(m_size);
    QList<BoardLine> out;
    bool open = false; // the last piece ends where the next stretch begins
    if (projected.size() == 1 && pixel(projected[0]))
        return {{{flattened(projected[0]), flattened(projected[0])}, true, true}};
    for (std::size_t i = 0; i + 1 < projected.size(); ++i) {
        const glm::dvec3& a = projected[i];
        const glm::dvec3& b = projected[i + 1];
        double from = 0.0;
        double to = 1.0;
        for (std::size_t plane = 0; plane < planes.size(); ++plane) {
            const double sideA = sideOf(plane, planes, a);
            const double sideB = sideOf(plane, planes, b);
            if (sideA < 0.0 && sideB < 0.0) {
                to = -1.0;
                break;
            }
            if (sideA < 0.0)
                from = std::max(from, sideA / (sideA - sideB));
            else if (sideB < 0.0)
                to = std::min(to, sideA / (sideA - sideB));
        }
        if (!(from <= to)) {
            open = false;
            continue;
        }
        if (!open || from > 0.0) {
            out.push_back({});
            out.back().first = i == 0 && from == 0.0;
            out.back().points << flattened(glm::mix(a, b, from));
        }
        out.back().points << flattened(glm::mix(a, b, to));
        out.back().last = i + 2 == projected.size() && to == 1.0;
        open = to == 1.0;
    }
    return out;
}

QPolygonF BoardProjection::area(std::span<const glm::dvec3> projected) const
{
    const auto planes = keptWithin(m_size);
    std::vector<glm::dvec3> kept(projected.begin(), projected.end());
    std::vector<glm::dvec3> next;
    for (std::size_t plane = 0; plane < planes.size(); ++plane) {
        next.clear();
        for (std::size_t i = 0; i < kept.size(); ++i) {
            const glm::dvec3& a = kept[i];
            const glm::dvec3& b = kept[(i + 1) % kept.size()];
            const double sideA = sideOf(plane, planes, a);
            const double sideB = sideOf(plane, planes, b);
            if (sideA >= 0.0)
                next.push_back(a);
            if ((sideA < 0.0) != (sideB < 0.0))
                next.push_back(glm::mix(a, b, sideA / (sideA - sideB)));
        }
        std::swap(kept, next);
    }
    QPolygonF out;
    out.reserve(static_cast<qsizetype>(kept.size()));
    for (const glm::dvec3& point : kept)
        out << flattened(point);
    return out;
}

} // namespace ghostline::render
