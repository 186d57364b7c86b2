// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// OpenDRIVE road networks: reference lines, lanes, markings and crossings, and the surfaces they make.
// Native axes: X east, Y north, Z up, metres; headings in radians, counter-clockwise from X.
#include "model/byte_source.h"
#include "model/scene_description.h"

#include <stop_token>
#include <vector>

namespace ghostline::carla {

/// Value a + b ds + c ds^2 + d ds^3 from `s` on, ds = distance past it.
struct Cubic
{
    double s = 0.0;
    double a = 0.0, b = 0.0, c = 0.0, d = 0.0;
    double at(double position) const
    {
        const double ds = position - s;
        return a + ds * (b + ds * (c + ds * d));
    }
};

/// Ascending s; the last one that begins at or before a place counts, 0 before the first.
double valueAt(const std::vector<Cubic>& cubics, double position);

enum class GeometryShape { Line, Arc, Spiral, Poly3, ParamPoly3 };

/// One piece of a reference line.
struct Geometry
{
    GeometryShape shape = GeometryShape::Line;
    double s = 0.0, x = 0.0, y = 0.0, heading = 0.0, length = 0.0;
    double curvature = 0.0, curvatureEnd = 0.0; ///< arc; spiral from the first to the second
    Cubic u{}, v{};                             ///< paramPoly3; poly3 in v
    bool normalized = true;                     ///< paramPoly3: parameter runs 0..1, else 0..length
};

struct RoadMark
{
    double s = 0.0; ///< from the start of the lane section
    QString type;   ///< "solid", "broken", "solid solid", "none", "curb" ...
    bool yellow = false;
    double width = 0.12;
    double dash = 3.0; ///< broken lines: length and gap
    double gap = 6.0;
};

struct Lane
{
    int id = 0; ///< positive left of the reference line, negative right, 0 the line itself
    QString type;
    std::vector<Cubic> widths; ///< s from the start of the lane section
    std::vector<RoadMark> marks;
};

struct LaneSection
{
    double s = 0.0;
    std::vector<Lane> lanes;
};

/// A crosswalk's outline, in the road's own coordinates (s, t, height above the road).
struct Crossing
{
    double s = 0.0, t = 0.0, heading = 0.0, z = 0.0;
    bool local = true; ///< corners are (u, v, z) about (s, t); otherwise (s, t, dz) themselves
    std::vector<glm::dvec3> corners{};
};

struct Road
{
    double length = 0.0;
    bool inJunction = false;
    std::vector<Geometry> plan;
    std::vector<Cubic> elevation;
    std::vector<Cubic> laneOffset;
    std::vector<LaneSection> sections;
    std::vector<Crossing> crossings;
};

struct RoadNetwork
{
    std::vector<Road> roads;
    bool superelevation = false; ///< present, and ignored: roads are drawn level across
};

/// Caps that protect memory; the largest public maps stay a hundred times below.
inline constexpr std::uint64_t MaxMapBytes = std::uint64_t{64} << 20;
inline constexpr std::size_t MaxMapRecords = 4'000'000; ///< roads, pieces, lanes, cubics, marks, corners
inline constexpr std::size_t MaxMapVertices = 4'000'000;

/// Reads a whole `.xodr`. Damaged names the line, LimitExceeded the cap.
model::Result<RoadNetwork> parseOpenDrive(const model::ByteSource& bytes, std::stop_token stop = {});

struct PlanPose
{
    double x = 0.0, y = 0.0, heading = 0.0;
};
/// Place and direction at `ds` metres along a piece.
PlanPose poseAt(const Geometry& geometry, double ds);
/// Place and direction on a road's reference line; the ends are extended straight.
PlanPose poseAt(const Road& road, double s);

/// Surfaces by role in world space, each role one mesh. Curves deviate by at most `chordError` metres.
model::Result<model::SceneDescription> buildRoadScene(const RoadNetwork& network, double chordError = 0.03,
                                                      std::stop_token stop = {});

/// parseOpenDrive() and buildRoadScene() in one.
model::Result<model::SceneDescription> readOpenDrive(const model::ByteSource& bytes,
                                                     std::stop_token stop = {});

} // namespace ghostline::carla
