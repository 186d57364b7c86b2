// SPDX-License-Identifier: GPL-3.0-or-later
// The mathematics of OpenDRIVE: cubics, reference lines. Places along a cubic curve are found by its length,
// as everything on a road is placed.
#include "codecs/carla/roads/opendrive.h"

#include <algorithm>
#include <array>
#include <cmath>

namespace ghostline::carla {

double valueAt(const std::vector<Cubic>& cubics, double position)
{
    auto next = std::upper_bound(cubics.begin(), cubics.end(), position,
                                 [](double s, const Cubic& c) { return s < c.s; });
    if (next == cubics.begin())
        return cubics.empty() ? 0.0 : next->a;
    return std::prev(next)->at(position);
}

namespace {

PlanPose arcPose(const Geometry& g, double ds)
{
    const double turned = g.curvature * ds;
    // Chord and its direction: stays exact for curvatures near zero, where a radius would not.
    const double half = turned / 2.0;
    const double chord = std::abs(half) < 1e-9 ? ds : ds * std::sin(half) / half;
    return {g.x + chord * std::cos(g.heading + half), g.y + chord * std::sin(g.heading + half),
            g.heading + turned};
}

constexpr std::array<double, 5> Node{-0.9061798459386640, -0.5384693101056831, 0.0, 0.5384693101056831,
                                     0.9061798459386640};
constexpr std::array<double, 5> Weight{0.2369268850561891, 0.4786286704993665, 0.5688888888888889,
                                       0.4786286704993665, 0.2369268850561891};

/// Integral by Gauss-Legendre, five points.
template<typename Value>
auto integral(double from, double to, Value value)
{
    auto sum = value(from) * 0.0;
    const double half = (to - from) / 2.0;
    for (std::size_t k = 0; k < Node.size(); ++k)
        sum += value(from + (Node[k] + 1.0) * half) * (Weight[k] * half);
    return sum;
}

/// Heading is quadratic in ds; the place is its integral, in panels that turn by half a radian at most.
PlanPose spiralPose(const Geometry& g, double ds)
{
    const double rate = (g.curvatureEnd - g.curvature) / g.length;
    const auto heading = [&](double at) { return g.heading + at * (g.curvature + at * rate / 2.0); };
    const double turn = std::abs(ds) * std::max(std::abs(g.curvature), std::abs(g.curvatureEnd));
    const int panels = static_cast<int>(std::clamp(std::ceil(turn / 0.5), 1.0, 256.0));
    glm::dvec2 place{g.x, g.y};
    const double h = ds / panels;
    for (int p = 0; p < panels; ++p) {
        place += integral(p * h, (p + 1) * h, [&](double at) {
            return glm::dvec2(std::cos(heading(at)), std::sin(heading(at)));
        });
    }
    return {place.x, place.y, heading(ds)};
}

PlanPose fromLocal(const Geometry& g, double u, double v, double du, double dv)
{
    const double c = std::cos(g.heading);
    const double s = std::sin(g.heading);
    const double turn = du == 0.0 && dv == 0.0 ? 0.0 : std::atan2(dv, du);
    return {g.x + u * c - v * s, g.y + u * s + v * c, g.heading + turn};
}

double slope(const Cubic& c, double p) { return c.b + p * (2.0 * c.c + 3.0 * p * c.d); }

/// Length of curve per parameter.
double speed(const Geometry& g, double p) { return std::hypot(slope(g.u, p), slope(g.v, p)); }

/// A stretch of the curve; a cubic may stand still in between, which needs steps finer than a table's.
double arcLength(const Geometry& g, double from, double to)
{
    constexpr int Parts = 4;
    double sum = 0.0;
    for (int i = 0; i < Parts; ++i) {
        const double h = (to - from) / Parts;
        sum += integral(from + i * h, from + (i + 1) * h, [&g](double p) { return speed(g, p); });
    }
    return sum;
}

/// The parameter at which the curve is `arc` metres long.
double parameterAt(const Geometry& g, double arc)
{
    const ArcTable& table = *g.arcs;
    const auto& lengths = table.lengths;
    const auto above = std::upper_bound(lengths.begin() + 1, lengths.end() - 1, arc);
    const auto cell = static_cast<double>(above - lengths.begin()) - 1.0;
    const double step = table.end / static_cast<double>(ArcTable::Steps);
    double low = cell * step;
    double high = low + step;
    const double start = low;
    const double wanted = arc - *(above - 1);
    double p = low + step * std::clamp(wanted / std::max(*above - *(above - 1), 1e-12), 0.0, 1.0);
    for (int i = 0; i < 20; ++i) { // Newton's, held between bounds
        const double miss = arcLength(g, start, p) - wanted;
        if (std::abs(miss) < 1e-9)
            break;
        (miss > 0.0 ? high : low) = p;
        const double v = speed(g, p);
        const double next = v > 1e-12 ? p - miss / v : low;
        p = next > low && next < high ? next : (low + high) / 2.0;
    }
    return p;
}

PlanPose cubicPose(const Geometry& g, double ds)
{
    // A paramPoly3 ends where its parameter does, whatever length its author gave it.
    const double all = g.arcs->lengths.back();
    const double p = parameterAt(g, g.shape == GeometryShape::Poly3 ? ds : ds / g.length * all);
    return fromLocal(g, g.u.at(p), g.v.at(p), slope(g.u, p), slope(g.v, p));
}

} // namespace

bool measureCurve(Geometry& g)
{
    if (g.shape != GeometryShape::Poly3 && g.shape != GeometryShape::ParamPoly3)
        return true;
    // Along u a poly3 cannot be longer than it is along its curve.
    const bool one = g.shape == GeometryShape::ParamPoly3 && g.normalized;
    auto table = std::make_shared<ArcTable>();
    table->end = one ? 1.0 : g.length;
    for (std::size_t i = 0; i < ArcTable::Steps; ++i) {
        const double step = table->end / static_cast<double>(ArcTable::Steps);
        const double from = static_cast<double>(i) * step;
        table->lengths[i + 1] = table->lengths[i] + arcLength(g, from, from + step);
    }
    const double all = table->lengths.back();
    g.arcs = std::move(table);
    return std::isfinite(all) && all > 1e-6 && all < 1e9;
}

PlanPose poseAt(const Geometry& g, double ds)
{
    switch (g.shape) {
    case GeometryShape::Arc:
        return arcPose(g, ds);
    case GeometryShape::Spiral:
        return spiralPose(g, ds);
    case GeometryShape::Poly3:
    case GeometryShape::ParamPoly3:
        return cubicPose(g, ds);
    case GeometryShape::Line:
        break;
    }
    return {g.x + ds * std::cos(g.heading), g.y + ds * std::sin(g.heading), g.heading};
}

PlanPose poseAt(const Road& road, double s)
{
    auto next = std::upper_bound(road.plan.begin(), road.plan.end(), s,
                                 [](double at, const Geometry& g) { return at < g.s; });
    const Geometry& g = next == road.plan.begin() ? road.plan.front() : *std::prev(next);
    const double ds = s - g.s;
    if (ds >= 0.0 && ds <= g.length)
        return poseAt(g, ds);
    const double inside = std::clamp(ds, 0.0, g.length);
    PlanPose pose = poseAt(g, inside);
    pose.x += (ds - inside) * std::cos(pose.heading);
    pose.y += (ds - inside) * std::sin(pose.heading);
    return pose;
}

std::vector<Stretch> stretches(const Road& road)
{
    constexpr double Gap = 0.1;  // along the road: rounding by its author
    constexpr double Jump = 0.5; // metres from where a piece ends to where the next begins
    std::vector<Stretch> out;
    PlanPose end;
    for (std::size_t i = 0; i < road.plan.size(); ++i) {
        const Geometry& g = road.plan[i];
        const double next = i + 1 < road.plan.size() ? road.plan[i + 1].s : road.length;
        double to = std::min(g.s + g.length, next);
        if (next - to < Gap)
            to = next;
        const bool goesOn =
            !out.empty() && g.s - out.back().to < Gap && std::hypot(end.x - g.x, end.y - g.y) < Jump;
        if (goesOn)
            out.back().to = to;
        else
            out.push_back({g.s, to});
        end = poseAt(g, std::min(g.length, to - g.s));
    }
    std::erase_if(out, [](const Stretch& stretch) { return stretch.to - stretch.from <= 0.0; });
    return out;
}

} // namespace ghostline::carla
