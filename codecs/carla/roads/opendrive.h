// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// OpenDRIVE road networks: reference lines, lanes, markings, crossings, signs and objects. Native
// axes: X east, Y north, Z up, metres; headings in radians, counter-clockwise from X.
#include <QStringList>

#include <array>
#include <glm/glm.hpp>
#include <memory>
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

/// Arc lengths of a cubic curve at equal steps of its parameter, from 0 at the first.
struct ArcTable
{
    static constexpr std::size_t Steps = 16;
    double end = 0.0; ///< parameter of the last
    std::array<double, Steps + 1> lengths{};
};

/// One piece of a reference line.
struct Geometry
{
    GeometryShape shape = GeometryShape::Line;
    double s = 0.0, x = 0.0, y = 0.0, heading = 0.0, length = 0.0;
    double curvature = 0.0, curvatureEnd = 0.0; ///< arc; spiral from the first to the second
    Cubic u{}, v{};                             ///< paramPoly3; poly3 in v
    bool normalized = true;                     ///< paramPoly3: parameter runs 0..1, else 0..length
    std::shared_ptr<const ArcTable> arcs{};     ///< poly3 and paramPoly3, by measureCurve()
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
    std::vector<Cubic> widths;  ///< s from the start of the lane section
    std::vector<Cubic> borders; ///< where there are no widths: of the outer border, from the middle line
    std::vector<RoadMark> marks;
};

struct LaneSection
{
    double s = 0.0;
    std::vector<Lane> lanes;
};

/// Of a crosswalk, or of an object that stands on it, in the road's own coordinates.
struct Outline
{
    double s = 0.0, t = 0.0, heading = 0.0;
    bool local = true;   ///< corners are (u, v) about (s, t); otherwise (s, t) themselves
    double height = 0.0; ///< 0 = a crosswalk
    double z = 0.0;      ///< of its foot, above the road
    std::vector<glm::dvec2> corners{};
};

/// What stands at one place beside a road or on it.
struct Furniture
{
    enum class Kind : std::uint8_t { Light, Sign, Object };
    Kind kind = Kind::Object;
    double s = 0.0, t = 0.0, z = 0.0;
    double heading = 0.0; ///< from the road's: where a plate faces, and an object's length runs
    double length = 0.0, width = 0.0, height = 0.0;
    double radius = 0.0; ///< round when more than 0
};

struct Crossfall
{
    bool left = true, right = true;
    Cubic angle;
    double at(double s, bool leftSide) const { return (leftSide ? left : right) ? angle.at(s) : 0.0; }
};

struct Road
{
    double length = 0.0;
    bool inJunction = false;
    QString junction; ///< of a connecting road
    std::vector<Geometry> plan;
    std::vector<Cubic> elevation;
    std::vector<Cubic> superelevation; ///< radians, the left side up
    std::vector<Crossfall> crossfall;  ///< radians, both sides down
    std::vector<Cubic> laneOffset;
    std::vector<LaneSection> sections;
    std::vector<Outline> outlines;
    std::vector<Furniture> furniture;
};

struct RoadNetwork
{
    static constexpr std::size_t NamedOmissions = 4;
    std::vector<Road> roads;
    QStringList omissions;     ///< what could not be used, with its line: the first few
    std::size_t omitted = 0;   ///< all of them
    bool shapedAcross = false; ///< road profiles across, which are not drawn
};

struct PlanPose
{
    double x = 0.0, y = 0.0, heading = 0.0;
};
/// Fills in `arcs`; false when the piece is a curve of no length, or of none that can be measured.
bool measureCurve(Geometry& geometry);
/// Place and direction at `ds` metres along a piece.
PlanPose poseAt(const Geometry& geometry, double ds);
/// Place and direction on a road's reference line; the ends are extended straight.
PlanPose poseAt(const Road& road, double s);

/// Stretches of a road on which its reference line runs on: nothing is drawn in a gap of it.
struct Stretch
{
    double from = 0.0, to = 0.0;
};
std::vector<Stretch> stretches(const Road& road);

} // namespace ghostline::carla
