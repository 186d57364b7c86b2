// SPDX-License-Identifier: GPL-3.0-or-later
#include "render/base/sun_view.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <glm/gtc/matrix_transform.hpp>

namespace ghostline::render {

namespace {

constexpr double SmallestRadius = 8.0; // metres
constexpr double RadiusStep = 1.25;    // sizes come in steps, so that going nearer changes them seldom

/// A corner of the picture as a piece of a line.
struct SightLine
{
    glm::dvec3 from{0.0};
    glm::dvec3 to{0.0};
};

glm::dvec3 unprojected(const glm::dmat4& inverse, double x, double y, double z)
{
    const glm::dvec4 at = inverse * glm::dvec4(x, y, z, 1.0);
    return glm::dvec3(at) / at.w;
}

/// The part between two heights; as it is where there is none.
SightLine between(const SightLine& line, double low, double high)
{
    const double rise = line.to.y - line.from.y;
    if (std::abs(rise) < 1.0e-6)
        return line;
    double first = (high - line.from.y) / rise;
    double last = (low - line.from.y) / rise;
    if (first > last)
        std::swap(first, last);
    first = std::max(first, 0.0);
    last = std::min(last, 1.0);
    if (first >= last)
        return line;
    const glm::dvec3 way = line.to - line.from;
    return {line.from + way * first, line.from + way * last};
}

/// `along`: how far the whole picture goes along its lines, as all corners have to end alike or the ball
/// would change with every turn of the head.
std::array<SightLine, 4> sightLines(const glm::dmat4& view, const glm::dmat4& projection, double reach)
{
    const glm::dmat4 inverse = glm::inverse(projection * view);
    const bool parallel = projection[3][3] != 0.0;
    std::array<SightLine, 4> out;
    for (unsigned corner = 0; corner < out.size(); ++corner) {
        const double x = (corner & 1U) != 0 ? 1.0 : -1.0;
        const double y = (corner & 2U) != 0 ? 1.0 : -1.0;
        SightLine line{unprojected(inverse, x, y, -1.0), unprojected(inverse, x, y, 1.0)};
        const double length = glm::length(line.to - line.from);
        if (!parallel && length > reach)
            line.to = line.from + (line.to - line.from) * (reach / length);
        out[corner] = line;
    }
    return out;
}

} // namespace

SunView sunOver(const glm::dmat4& view, const glm::dmat4& projection, const glm::dvec3& toSun,
                const SunStage& stage, int cells)
{
    const std::array<SightLine, 4> lines = sightLines(view, projection, stage.reach);
    std::array<glm::dvec3, 8> seen;
    glm::dvec3 middle{0.0};
    for (std::size_t i = 0; i < lines.size(); ++i) {
        const SightLine line = between(lines[i], stage.low, stage.high);
        seen[2 * i] = line.from;
        seen[2 * i + 1] = line.to;
        middle += (line.from + line.to) / 8.0;
    }
    double radius = SmallestRadius;
    for (const glm::dvec3& place : seen)
        radius = std::max(radius, glm::length(place - middle));
    radius =
        SmallestRadius *
        std::pow(RadiusStep, std::ceil(std::log(radius / SmallestRadius) / std::log(RadiusStep) - 1.0e-6));

    // The same axes whatever is looked at: only the middle moves, by whole cells.
    const glm::dmat4 turn = glm::lookAt(glm::dvec3(0.0), -toSun, glm::dvec3(0.0, 1.0, 0.0));
    glm::dvec3 at = turn * glm::dvec4(middle, 1.0);
    const double cell = 2.0 * radius / cells;
    at.x = std::round(at.x / cell) * cell;
    at.y = std::round(at.y / cell) * cell;
    // Whatever stands between sun and ball casts into it.
    const double above = (stage.high - stage.low) / std::max(toSun.y, 0.1) + radius;
    SunView out;
    out.radius = radius;
    out.view = glm::translate(glm::dmat4(1.0), -at) * turn;
    out.projection = glm::ortho(-radius, radius, -radius, radius, -radius - above, 2.0 * radius);
    return out;
}

} // namespace ghostline::render
