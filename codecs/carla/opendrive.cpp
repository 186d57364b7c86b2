// SPDX-License-Identifier: GPL-3.0-or-later
// The mathematics of OpenDRIVE: cubics, reference lines.
#include "codecs/carla/opendrive.h"

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

/// Heading is quadratic in ds; the place is its integral by Gauss-Legendre, five points a panel.
PlanPose spiralPose(const Geometry& g, double ds)
{
    static constexpr std::array<double, 5> Node{-0.9061798459386640, -0.5384693101056831, 0.0,
                                                0.5384693101056831, 0.9061798459386640};
    static constexpr std::array<double, 5> Weight{0.2369268850561891, 0.4786286704993665, 0.5688888888888889,
                                                  0.4786286704993665, 0.2369268850561891};
    const double rate = (g.curvatureEnd - g.curvature) / g.length;
    const auto heading = [&](double at) { return g.heading + at * (g.curvature + at * rate / 2.0); };
    const double turn = std::abs(ds) * std::max(std::abs(g.curvature), std::abs(g.curvatureEnd));
    const int panels = static_cast<int>(std::clamp(turn / 0.5, 1.0, 256.0));
    PlanPose pose{g.x, g.y, heading(ds)};
    const double h = ds / panels;
    for (int p = 0; p < panels; ++p) {
        for (std::size_t k = 0; k < Node.size(); ++k) {
            const double a = heading((p + (Node[k] + 1.0) / 2.0) * h);
            pose.x += Weight[k] * h / 2.0 * std::cos(a);
            pose.y += Weight[k] * h / 2.0 * std::sin(a);
        }
    }
    return pose;
}

PlanPose fromLocal(const Geometry& g, double u, double v, double du, double dv)
{
    const double c = std::cos(g.heading);
    const double s = std::sin(g.heading);
    const double turn = du == 0.0 && dv == 0.0 ? 0.0 : std::atan2(dv, du);
    return {g.x + u * c - v * s, g.y + u * s + v * c, g.heading + turn};
}

double slope(const Cubic& c, double p) { return c.b + p * (2.0 * c.c + 3.0 * p * c.d); }

} // namespace

PlanPose poseAt(const Geometry& g, double ds)
{
    switch (g.shape) {
    case GeometryShape::Arc:
        return arcPose(g, ds);
    case GeometryShape::Spiral:
        return spiralPose(g, ds);
    case GeometryShape::Poly3: // u stands for the arc length: exact enough for the small slopes it is used
                               // with
        return fromLocal(g, ds, g.v.at(ds), 1.0, slope(g.v, ds));
    case GeometryShape::ParamPoly3: {
        const double p = g.normalized ? ds / g.length : ds;
        return fromLocal(g, g.u.at(p), g.v.at(p), slope(g.u, p), slope(g.v, p));
    }
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

model::Result<model::SceneDescription> readOpenDrive(const model::ByteSource& bytes, std::stop_token stop)
{
    const auto network = parseOpenDrive(bytes, stop);
    if (!network)
        return tl::unexpected(network.error());
    return buildRoadScene(*network, 0.03, std::move(stop));
}

} // namespace ghostline::carla
