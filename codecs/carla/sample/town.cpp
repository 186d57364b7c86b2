// SPDX-License-Identifier: GPL-3.0-or-later
// Lays out the grid: crossings, lanes, the ways through each crossing, and the sidewalks around blocks.
#include "codecs/carla/sample/town.h"

#include <algorithm>
#include <cmath>

namespace ghostline::carla {

namespace {

constexpr double Quarter = std::numbers::pi / 2.0;
constexpr double MetresPerVehicle = 42.0;
constexpr int MaxStreets = 40;
// Blocks differ, so that the town does not look ruled.
constexpr std::array<double, 5> Widths{88.0, 124.0, 76.0, 104.0, 92.0};
constexpr std::array<double, 4> Depths{80.0, 112.0, 70.0, 96.0};

glm::dvec2 direction(double heading) { return {std::cos(heading), std::sin(heading)}; }
glm::dvec2 rightOf(double heading) { return {-std::sin(heading), std::cos(heading)}; }

Town layOut(int columns, int rows)
{
    Town town;
    std::vector<double> xs{0.0};
    std::vector<double> ys{0.0};
    for (int c = 1; c < columns; ++c)
        xs.push_back(xs.back() + Widths[static_cast<std::size_t>(c - 1) % Widths.size()]);
    for (int r = 1; r < rows; ++r)
        ys.push_back(ys.back() + Depths[static_cast<std::size_t>(r - 1) % Depths.size()]);
    for (int r = 0; r < rows; ++r) {
        for (int c = 0; c < columns; ++c)
            town.nodes.push_back(
                {.place = {xs[static_cast<std::size_t>(c)], ys[static_cast<std::size_t>(r)]}});
    }
    const std::array<std::array<int, 2>, 4> steps{
        {{1, 0}, {0, 1}, {-1, 0}, {0, -1}}}; // east, south, west, north
    const auto indexOf = [columns](int row, int column) {
        return static_cast<std::size_t>(row) * static_cast<std::size_t>(columns) +
               static_cast<std::size_t>(column);
    };
    for (int r = 0; r < rows; ++r) {
        for (int c = 0; c < columns; ++c) {
            for (std::size_t d = 0; d < steps.size(); ++d) {
                const int c2 = c + steps[d][0];
                const int r2 = r + steps[d][1];
                if (c2 < 0 || r2 < 0 || c2 >= columns || r2 >= rows)
                    continue;
                const std::size_t from = indexOf(r, c);
                const std::size_t to = indexOf(r2, c2);
                const double heading = static_cast<double>(d) * Quarter;
                Path lane{.start = town.nodes[from].place + direction(heading) * CrossingHalf +
                                   rightOf(heading) * (LaneWidth / 2.0),
                          .heading = heading,
                          .length = glm::distance(town.nodes[from].place, town.nodes[to].place) -
                                    2.0 * CrossingHalf,
                          .node = static_cast<int>(to),
                          .arm = static_cast<int>(town.nodes[to].incoming.size())};
                town.nodes[to].incoming.push_back(static_cast<int>(town.paths.size()));
                town.laneMetres += lane.length;
                town.paths.push_back(std::move(lane));
            }
        }
    }
    town.lanes = static_cast<int>(town.paths.size());
    for (int c = 0; c + 1 < columns; ++c) {
        for (int r = 0; r + 1 < rows; ++r) {
            const double inset = LaneWidth + ShoulderWidth + SidewalkWidth / 2.0;
            const auto ci = static_cast<std::size_t>(c);
            const auto ri = static_cast<std::size_t>(r);
            town.blocks.push_back({.min = glm::dvec2(xs[ci], ys[ri]) + inset,
                                   .max = glm::dvec2(xs[ci + 1], ys[ri + 1]) - inset,
                                   .radius = CrossingHalf - inset});
        }
    }
    return town;
}

/// The ways from every lane through its crossing into the others; nobody turns back.
void connect(Town& town)
{
    for (int from = 0; from < town.lanes; ++from) {
        for (int to = 0; to < town.lanes; ++to) {
            const Path in = town.paths[static_cast<std::size_t>(from)];
            const Path& out = town.paths[static_cast<std::size_t>(to)];
            const glm::dvec2 place = town.nodes[static_cast<std::size_t>(in.node)].place;
            const glm::dvec2 begins =
                out.start - direction(out.heading) * CrossingHalf - rightOf(out.heading) * (LaneWidth / 2.0);
            const double angle = std::remainder(out.heading - in.heading, 4.0 * Quarter);
            if (glm::distance(begins, place) > 0.1 || std::abs(angle) > 1.5 * Quarter)
                continue;
            Path way{.start = in.at(in.length), .heading = in.heading, .lane = false, .node = in.node};
            if (std::abs(angle) < 0.1) {
                way.length = 2.0 * CrossingHalf;
            } else {
                way.turn = angle > 0.0 ? Turn::Right : Turn::Left;
                const double side = angle > 0.0 ? -1.0 : 1.0;
                const double radius = CrossingHalf + side * LaneWidth / 2.0;
                way.length = radius * Quarter;
                way.curvature = -side / radius;
            }
            way.next.push_back(to);
            town.paths[static_cast<std::size_t>(from)].next.push_back(static_cast<int>(town.paths.size()));
            town.paths.push_back(std::move(way));
        }
    }
    for (const Crossroads& node : town.nodes)
        town.lightArms += node.lights() ? static_cast<int>(node.incoming.size()) : 0;
}

} // namespace

glm::dvec2 Path::at(double s) const
{
    const double half = curvature * s / 2.0;
    const double chord = std::abs(half) < 1e-9 ? s : s * std::sin(half) / half;
    return start + chord * direction(heading + half);
}

double Block::length() const
{
    const glm::dvec2 sides = max - min - 2.0 * radius;
    return 2.0 * (sides.x + sides.y) + 4.0 * Quarter * radius;
}

glm::dvec2 Block::at(double s, double& heading) const
{
    const glm::dvec2 sides = max - min - 2.0 * radius;
    s = std::fmod(s, length());
    if (s < 0.0)
        s += length();
    // From the north-west corner's end eastward; side, corner, side, corner ...
    Path piece{.start = {min.x + radius, min.y}};
    for (int k = 0; k < 8; ++k) {
        const bool corner = k % 2 == 1;
        piece.length = corner ? Quarter * radius : (k % 4 == 0 ? sides.x : sides.y);
        piece.curvature = corner ? 1.0 / radius : 0.0;
        if (s <= piece.length || k == 7)
            break;
        s -= piece.length;
        piece.start = piece.at(piece.length);
        piece.heading = piece.headingAt(piece.length);
    }
    heading = piece.headingAt(s);
    return piece.at(s);
}

Town Town::build(int vehicles, int lights)
{
    int columns = 4;
    int rows = 3;
    while (true) {
        Town town = layOut(columns, rows);
        connect(town);
        const bool roomy = town.laneMetres >= vehicles * MetresPerVehicle && town.lightArms >= lights;
        if (roomy || rows >= MaxStreets)
            return town;
        (columns <= rows + 1 ? columns : rows) += 1;
    }
}

// The sample town as OpenDRIVE: a road for every street, one for every way through a crossing.

namespace {

QByteArray number(double value) { return QByteArray::number(std::abs(value) < 1e-12 ? 0.0 : value, 'g', 12); }

QByteArray lane(int id, const char* type, double width, const char* mark)
{
    QByteArray out = "<lane id=\"" + QByteArray::number(id) + "\" type=\"" + type + "\" level=\"false\">";
    if (id != 0)
        out += "<width sOffset=\"0\" a=\"" + number(width) + "\" b=\"0\" c=\"0\" d=\"0\"/>";
    return out + "<roadMark sOffset=\"0\" " + mark + "/></lane>\n";
}

constexpr char NoMark[] = "type=\"none\"";
constexpr char EdgeMark[] = "type=\"solid\" color=\"white\" width=\"0.12\"";
constexpr char MiddleMark[] = "type=\"broken\" color=\"yellow\" width=\"0.14\"";

/// The lanes of one side, from the middle outward; `sign` is -1 for the right.
QByteArray side(int sign, bool sidewalk)
{
    QByteArray driving = lane(sign, "driving", LaneWidth, EdgeMark);
    if (!sidewalk)
        return driving;
    const QByteArray shoulder = lane(2 * sign, "shoulder", ShoulderWidth, NoMark);
    const QByteArray walk = lane(3 * sign, "sidewalk", SidewalkWidth, NoMark);
    return sign > 0 ? walk + shoulder + driving : driving + shoulder + walk;
}

/// `centre` is where the reference line begins; the map's y goes north, so signs of y and angles flip.
QByteArray road(int id, bool junction, const glm::dvec2& centre, double heading, double length,
                double curvature, const QByteArray& lanes, const QByteArray& objects)
{
    const QByteArray shape =
        curvature == 0.0 ? QByteArray("<line/>") : "<arc curvature=\"" + number(-curvature) + "\"/>";
    return "<road name=\"\" length=\"" + number(length) + "\" id=\"" + QByteArray::number(id) +
           "\" junction=\"" + (junction ? "1" : "-1") + "\">\n<planView><geometry s=\"0\" x=\"" +
           number(centre.x) + "\" y=\"" + number(-centre.y) + "\" hdg=\"" + number(-heading) +
           "\" length=\"" + number(length) + "\">" + shape +
           "</geometry></planView>\n<lanes><laneSection s=\"0\">\n" + lanes + "</laneSection></lanes>\n" +
           objects + "</road>\n";
}

/// Two zebra crossings, one at each end.
QByteArray crossings(double length)
{
    QByteArray out = "<objects>";
    int id = 0;
    for (const double s : {2.5, length - 2.5}) {
        out += "<object type=\"crosswalk\" name=\"SimpleCrosswalk\" id=\"" + QByteArray::number(id++) +
               "\" s=\"" + number(s) + "\" t=\"0\" zOffset=\"0\" hdg=\"0\"><outline>";
        for (const auto& [u, v] :
             {std::pair{-1.5, -LaneWidth}, {1.5, -LaneWidth}, {1.5, LaneWidth}, {-1.5, LaneWidth}})
            out += "<cornerLocal u=\"" + number(u) + "\" v=\"" + number(v) + "\" z=\"0\"/>";
        out += "</outline></object>";
    }
    return out + "</objects>\n";
}

/// A way has a sidewalk on its right where no arm of the crossing opens there.
bool hasSidewalk(const Town& town, const Path& in, const Path& way)
{
    const auto offers = [&](Turn turn) {
        return std::any_of(in.next.begin(), in.next.end(),
                           [&](int n) { return town.paths[static_cast<std::size_t>(n)].turn == turn; });
    };
    switch (way.turn) {
    case Turn::Right:
        return true;
    case Turn::Straight:
        return !offers(Turn::Right);
    case Turn::Left:
        return !offers(Turn::Right) && !offers(Turn::Straight);
    }
    return false;
}

glm::dvec2 middleOf(const Path& path)
{
    return path.start - glm::dvec2(-std::sin(path.heading), std::cos(path.heading)) * (LaneWidth / 2.0);
}

} // namespace

QByteArray Town::openDrive() const
{
    QByteArray out =
        "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<OpenDRIVE>\n"
        "<header revMajor=\"1\" revMinor=\"4\" name=\"SampleTown\" version=\"1\" vendor=\"Ghostline\"/>\n";
    int id = 0;
    for (int i = 0; i < lanes; ++i) {
        const Path& in = paths[static_cast<std::size_t>(i)];
        const bool eastOrSouth = in.heading < 0.75 * std::numbers::pi;
        if (eastOrSouth) { // one road for both directions
            const QByteArray section = "<left>" + side(1, true) + "</left><center>" +
                                       lane(0, "none", 0.0, MiddleMark) + "</center><right>" +
                                       side(-1, true) + "</right>";
            out += road(id++, false, middleOf(in), in.heading, in.length, 0.0, section, crossings(in.length));
        }
        for (const int next : in.next) {
            const Path& way = paths[static_cast<std::size_t>(next)];
            const QByteArray section = "<center>" + lane(0, "none", 0.0, NoMark) + "</center><right>" +
                                       side(-1, hasSidewalk(*this, in, way)) + "</right>";
            const double bend = way.turn == Turn::Right ? 1.0 : way.turn == Turn::Left ? -1.0 : 0.0;
            const double length = bend == 0.0 ? way.length : CrossingHalf * std::numbers::pi / 2.0;
            out += road(id++, true, middleOf(way), way.heading, length, bend / CrossingHalf, section, {});
        }
    }
    return out + "</OpenDRIVE>\n";
}

} // namespace ghostline::carla
