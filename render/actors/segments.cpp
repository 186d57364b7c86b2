// SPDX-License-Identifier: GPL-3.0-or-later
// Builds instanced line pieces: start, end, width, and a colour at both ends.
#include "render/actors/segments.h"

#include "model/base/numbers.h"
#include "render/base/ground_plane.h"

#include <QRectF>

#include <algorithm>
#include <cmath>
#include <numbers>
#include <optional>

namespace ghostline::render {

namespace {

constexpr float PredictionPixels = 1.5F;
constexpr float ArrowPixels = 2.0F;
constexpr float GizmoPixels = 2.5F;
constexpr float GizmoRim = 2.5F; // on either side: it lies over whatever there is to be seen
constexpr float GizmoRimOpacity = 0.8F;
constexpr float GizmoLength = 26.0F;
constexpr glm::vec2 GizmoCentre{-52.0F, 64.0F}; // pixels from the lower right corner

Instance piece(const glm::vec3& a, const glm::vec3& b, float width, const glm::vec4& from,
               const glm::vec4& to, float corner = 0.0F)
{
    return {{a, width}, {b, corner}, from, to};
}

/// A direction as a point of a square: the sphere's octahedron unfolded.
glm::vec2 octahedral(const glm::vec3& direction)
{
    const glm::vec3 a = glm::abs(direction);
    const float sum = a.x + a.y + a.z;
    if (!(sum > 0.0F) || !std::isfinite(sum))
        return {0.0F, 0.0F};
    const glm::vec2 flat = glm::vec2(direction) / sum;
    if (direction.z >= 0.0F)
        return flat;
    return {(1.0F - std::abs(flat.y)) * (flat.x < 0.0F ? -1.0F : 1.0F),
            (1.0F - std::abs(flat.x)) * (flat.y < 0.0F ? -1.0F : 1.0F)};
}

double distanceToLine(const glm::dvec3& p, const glm::dvec3& a, const glm::dvec3& b)
{
    const glm::dvec3 d = b - a;
    const double l2 = glm::dot(d, d);
    const double t = l2 > 0.0 ? std::clamp(glm::dot(p - a, d) / l2, 0.0, 1.0) : 0.0;
    return glm::length(p - (a + d * t));
}

} // namespace

Instance ribbonPiece(const RibbonPiece& piece)
{
    constexpr float Least = 1e-5F; // what is no width at all is no ribbon to the shader
    return {{piece.from, piece.widthFrom},
            {piece.to, -std::max(piece.widthTo, Least)},
            {octahedral(piece.runsFrom), octahedral(piece.runsTo)},
            piece.colour};
}

std::vector<std::size_t> keptPoints(std::span<const glm::dvec3> points, std::span<const std::int8_t> teams,
                                    double tolerance)
{
    // Greedy: a run grows while every point skipped stays near the chord; runs are short, so this stays
    // cheap.
    constexpr std::size_t LongestRun = 40;
    const auto sameTeam = [&teams](std::size_t a, std::size_t b) {
        return b >= teams.size() || a >= teams.size() || teams[a] == teams[b];
    };
    std::vector<std::size_t> out;
    out.reserve(points.size());
    std::size_t i = 0;
    while (i < points.size()) {
        out.push_back(i);
        std::size_t next = i + 1;
        if (model::finite(points[i])) {
            while (next + 1 < points.size() && model::finite(points[next]) &&
                   model::finite(points[next + 1]) && next + 1 - i < LongestRun && sameTeam(next, next + 1)) {
                bool straight = true;
                for (std::size_t k = i + 1; k <= next && straight; ++k)
                    straight = distanceToLine(points[k], points[i], points[next + 1]) <= tolerance;
                if (!straight)
                    break;
                ++next;
            }
        }
        i = next;
    }
    return out;
}

std::vector<glm::dvec3> simplified(std::span<const glm::dvec3> points, double tolerance)
{
    std::vector<glm::dvec3> out;
    const std::vector<std::size_t> kept = keptPoints(points, {}, tolerance);
    out.reserve(kept.size());
    for (const std::size_t i : kept)
        out.push_back(points[i]);
    return out;
}

void appendTrail(std::vector<Instance>& out, const Trail& trail, const glm::vec4& colour,
                 const glm::dvec3& origin, const TrailStyle& look)
{
    const std::vector<std::size_t> kept = keptPoints(trail.points, trail.teams, 0.04);
    const auto point = [&](std::size_t i) { return trail.points[kept[i]]; };
    double total = 0.0;
    for (std::size_t i = 1; i < kept.size(); ++i) {
        if (model::finite(point(i)) && model::finite(point(i - 1)))
            total += glm::length(point(i) - point(i - 1));
    }
    if (!(total > 0.05))
        return; // stands still
    // A piece has the colour of its end: that is where the disc was when the team had it.
    const auto colourAt = [&](std::size_t i) {
        if (kept[i] >= trail.teams.size())
            return colour;
        const auto team = static_cast<std::size_t>(trail.teams[kept[i]]);
        return trail.teams[kept[i]] >= 0 && team < look.teams.size() ? look.teams[team] : look.neutral;
    };
    constexpr float Strongest = 0.75F; // opacity
    const auto there = [&](std::size_t i) { return i < kept.size() && model::finite(point(i)); };
    // Along the way from the point before to the one after, where there are both.
    const auto runs = [&](std::size_t i) {
        const glm::dvec3 way = point(there(i + 1) ? i + 1 : i) - point(i > 0 && there(i - 1) ? i - 1 : i);
        const double length = glm::length(way);
        return length > 1e-6 ? glm::vec3(way / length) : glm::vec3(0.0F, 0.0F, 1.0F);
    };
    // The square of the way done: the tail is thin and faint for long.
    const auto share = [total](double done) { return static_cast<float>(done / total * (done / total)); };
    // A little above the ground, so that the road does not swallow it.
    const glm::dvec3 lift = glm::dvec3(0.0, 0.06, 0.0) - origin;
    double done = 0.0;
    for (std::size_t i = 1; i < kept.size(); ++i) {
        if (!there(i) || !there(i - 1))
            continue;
        const float before = share(done);
        done += glm::length(point(i) - point(i - 1));
        const float now = share(done);
        out.push_back(ribbonPiece({glm::vec3(point(i - 1) + lift), glm::vec3(point(i) + lift), runs(i - 1),
                                   runs(i), look.width * before, look.width * now,
                                   glm::vec4(glm::vec3(colourAt(i)), Strongest * now)}));
    }
}

void appendPrediction(std::vector<Instance>& out, const glm::vec3& from, const glm::vec3& velocity,
                      const glm::vec4& colour, float seconds)
{
    constexpr float DashSeconds = 1.0F / 6.0F; // a dash and the gap after it
    constexpr float Filled = 0.55F;
    constexpr float FirstGap = 0.4F; // of a dash: room for what flies
    const float speed = glm::length(velocity);
    if (!(speed > 0.5F) || !std::isfinite(speed))
        return;
    for (float t = FirstGap * DashSeconds; t < seconds; t += DashSeconds) {
        const glm::vec3 a = from + velocity * t;
        const glm::vec3 b = from + velocity * std::min(t + Filled * DashSeconds, seconds);
        const glm::vec4 faded{glm::vec3(colour), 0.85F * (1.0F - t / (PredictedSeconds + DashSeconds))};
        out.push_back(piece(a, b, PredictionPixels, faded, faded));
    }
}

float secondsInside(const model::Bounds& bounds, const glm::dvec3& from, const glm::vec3& velocity)
{
    const bool inside = bounds.valid && glm::all(glm::greaterThanEqual(from, bounds.min)) &&
                        glm::all(glm::lessThanEqual(from, bounds.max));
    double least = static_cast<double>(PredictedSeconds);
    for (int axis = 0; inside && axis < 3; ++axis) {
        const double v = static_cast<double>(velocity[axis]);
        if (std::abs(v) > 1e-6)
            least = std::min(least, ((v > 0.0 ? bounds.max : bounds.min)[axis] - from[axis]) / v);
    }
    return static_cast<float>(least);
}

void appendLine(std::vector<Instance>& out, const glm::vec3& from, const glm::vec3& to, float pixels,
                const glm::vec4& colour)
{
    out.push_back(piece(from, to, pixels, colour, colour));
}

void appendLoop(std::vector<Instance>& out, std::span<const glm::vec3> corners, float pixels,
                const glm::vec4& colour)
{
    for (std::size_t i = 0; i < corners.size(); ++i)
        out.push_back(piece(corners[i], corners[(i + 1) % corners.size()], pixels, colour, colour));
}

void appendGroundLine(std::vector<Instance>& out, const GroundLine& line, const glm::dvec2& from,
                      const glm::dvec2& to, double lift)
{
    std::optional<glm::vec3> last;
    line.ground.follow(from, to, lift, [&](const glm::dvec3& place) {
        const glm::vec3 at(place - line.origin);
        if (last)
            out.push_back(piece(*last, at, line.pixels, line.colour, line.colour));
        last = at;
    });
}

namespace {

/// Calls `draw` for the casing of a line and then for the line.
template<typename Draw>
void cased(const GroundLine& line, const Theme& theme, float opacity, const Draw& draw)
{
    GroundLine casing = line;
    casing.pixels = casedPixels(line.pixels);
    casing.colour = casingOf(theme);
    casing.colour.a *= opacity;
    draw(casing);
    draw(line);
}

} // namespace

void appendGroundRing(std::vector<Instance>& out, GroundLine line, const glm::dvec2& centre, double radius,
                      const Theme& theme)
{
    constexpr int Corners = 48;
    const auto corner = [&](int i) {
        const double angle = 2.0 * std::numbers::pi * i / Corners;
        return centre + radius * glm::dvec2(std::cos(angle), std::sin(angle));
    };
    cased(line, theme, line.colour.a, [&](const GroundLine& each) {
        for (int i = 0; i < Corners; ++i)
            appendGroundLine(out, each, corner(i), corner(i + 1), HillLift);
    });
}

void appendFootprint(std::vector<Instance>& out, const std::array<glm::dvec3, 4>& corners, GroundLine line,
                     const Theme& theme)
{
    constexpr double Lift = 0.06; // metres above the ground
    if (line.ground.field == nullptr)
        line.ground.level = corners[0].y;
    const double lift = line.ground.field != nullptr ? HillLift : Lift;
    cased(line, theme, 1.0F, [&](const GroundLine& each) {
        for (std::size_t i = 0; i < corners.size(); ++i)
            appendGroundLine(out, each, fromAbove(corners[i]), fromAbove(corners[(i + 1) % corners.size()]),
                             lift);
    });
}

glm::vec4 casingOf(const Theme& theme)
{
    const QColor casing = theme.casing();
    return toVec4(casing, casing.alphaF());
}

void appendArrow(std::vector<Instance>& out, const glm::vec3& from, const glm::vec3& velocity,
                 const glm::vec4& colour)
{
    const float speed = glm::length(velocity);
    if (!(speed > 0.3F) || !std::isfinite(speed))
        return;
    const glm::vec3 tip = from + velocity;
    const glm::vec3 along = velocity / speed;
    glm::vec3 side = glm::cross(along, glm::vec3(0.0F, 1.0F, 0.0F));
    side = glm::length(side) > 1e-3F ? glm::normalize(side) : glm::vec3(1.0F, 0.0F, 0.0F);
    const float head = std::clamp(speed * 0.18F, 0.3F, 1.2F);
    const glm::vec4 faint{glm::vec3(colour), 0.5F};
    out.push_back(piece(from, tip, ArrowPixels, faint, colour));
    out.push_back(piece(tip - along * head + side * (head * 0.55F), tip, ArrowPixels, colour, colour));
    out.push_back(piece(tip - along * head - side * (head * 0.55F), tip, ArrowPixels, colour, colour));
}

void appendGizmo(std::vector<Instance>& out, const CameraPose& camera, const Theme& theme,
                 std::array<glm::vec2, 3>& letters)
{
    const glm::dmat4 view = viewMatrix(camera, camera.position);
    const bool dark = theme.ground == Ground::Dark;
    // Vermilion, green, blue: told apart by colour-blind eyes, and by their letters.
    const std::array colours{toVec4(theme.hue(3)), toVec4(theme.hue(2)),
                             toVec4(dark ? theme.hue(0) : theme.accent)};
    std::array<std::size_t, 3> order{0, 1, 2};
    std::array<glm::vec3, 3> ends{};
    for (std::size_t axis = 0; axis < 3; ++axis)
        ends[axis] =
            glm::vec3(view[static_cast<glm::length_t>(axis)]); // columns: the world's axes seen by the camera
    std::sort(order.begin(), order.end(),
              [&ends](std::size_t a, std::size_t b) { return ends[a].z < ends[b].z; });
    const glm::vec4 rim = toVec4(theme.base, GizmoRimOpacity);
    for (const glm::vec3& axis : ends) {
        const glm::vec2 end = GizmoCentre + glm::vec2(axis) * GizmoLength;
        out.push_back(piece({GizmoCentre, 0.0F}, {end, 0.0F}, GizmoPixels + 2.0F * GizmoRim, rim, rim, 1.0F));
    }
    for (const std::size_t axis : order) {
        const glm::vec2 end = GizmoCentre + glm::vec2(ends[axis]) * GizmoLength;
        glm::vec4 colour = colours[axis];
        colour.a = ends[axis].z < -0.2F ? 0.55F : 1.0F; // pointing away
        out.push_back(piece({GizmoCentre, 0.0F}, {end, 0.0F}, GizmoPixels, colour, colour, 1.0F));
        const glm::vec2 reach = glm::vec2(ends[axis]);
        const float l = glm::length(reach);
        // An axis that points at the viewer has no room for its letter.
        letters[axis] = l > (ends[axis].z < 0.0F ? 0.6F : 0.25F) ? end + reach / l * 9.0F : glm::vec2(0.0F);
    }
}

double gridSpacing(double height)
{
    const double wanted = std::max(height / 24.0, 0.05);
    const double power = std::pow(10.0, std::floor(std::log10(wanted)));
    const double rest = wanted / power;
    return power * (rest < 1.5 ? 1.0 : rest < 3.5 ? 2.0 : rest < 7.5 ? 5.0 : 10.0);
}

bool gridSeen(const CameraPose& camera, const glm::dvec3& centre, double reach, QSizeF viewport)
{
    constexpr int Rings = 12;
    constexpr int Spokes = 32;
    const QRectF frame(QPointF(0.0, 0.0), viewport);
    for (int ring = 0; ring <= Rings; ++ring) {
        for (int spoke = 0; spoke < Spokes; ++spoke) {
            const double angle = 2.0 * std::numbers::pi * spoke / Spokes;
            const double r = reach * ring / Rings;
            const std::optional<QPointF> at =
                project(camera, centre + glm::dvec3(std::cos(angle) * r, 0.0, std::sin(angle) * r), viewport);
            if (at && frame.contains(*at))
                return true;
        }
    }
    return false;
}

} // namespace ghostline::render
