// SPDX-License-Identifier: GPL-3.0-or-later
// The sample town as OpenDRIVE: a road for every street, one for every way through a crossing.
#include "codecs/carla/sample/town.h"

#include <algorithm>
#include <cmath>

namespace ghostline::carla {

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
    const QByteArray driving = lane(sign, "driving", LaneWidth, EdgeMark);
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
