// SPDX-License-Identifier: GPL-3.0-or-later
#include "codecs/carla/roads/opendrive_parse.h"

#include "codecs/carla/base/limits.h"
#include "codecs/carla/roads/opendrive_objects.h"
#include "codecs/io/read_whole.h"

#include <algorithm>
#include <cmath>

namespace ghostline::carla {

using model::ErrorCode;
using model::fail;
using model::Result;

namespace {

void readCubics(MapXml& xml, std::vector<Cubic>& to, QLatin1String element)
{
    for (; xml.next(); xml.skip()) {
        if (xml.is(element))
            xml.add(to, xml.cubic(QLatin1String("s")));
    }
}

void readLateral(MapXml& xml, Road& road)
{
    for (; xml.next(); xml.skip()) {
        const Cubic c = xml.cubic(QLatin1String("s"));
        const bool level = c.a == 0.0 && c.b == 0.0 && c.c == 0.0 && c.d == 0.0;
        if (xml.is(QLatin1String("superelevation"))) {
            xml.add(road.superelevation, c);
        } else if (xml.is(QLatin1String("crossfall"))) {
            const bool inOrder = road.crossfall.empty() || c.s >= road.crossfall.back().angle.s;
            const bool left = !xml.wordIs(QLatin1String("side"), QLatin1String("right"));
            const bool right = !xml.wordIs(QLatin1String("side"), QLatin1String("left"));
            if (!xml.takeFault() && inOrder && xml.count())
                road.crossfall.push_back({left, right, c});
        } else if (!xml.takeFault() && !level) {
            xml.network().shapedAcross = true;
        }
    }
    // Most maps say on every road that it is level: nothing to reckon with.
    const auto flat = [](const Cubic& c) { return c.a == 0.0 && c.b == 0.0 && c.c == 0.0 && c.d == 0.0; };
    if (std::all_of(road.superelevation.begin(), road.superelevation.end(), flat))
        road.superelevation.clear();
    if (std::all_of(road.crossfall.begin(), road.crossfall.end(),
                    [&flat](const Crossfall& c) { return flat(c.angle); }))
        road.crossfall.clear();
}

Cubic parameterCubic(MapXml& xml, char axis)
{
    const auto at = [&](char letter) {
        const std::array<char, 2> name{letter, axis};
        return xml.number(QLatin1String(name.data(), 2));
    };
    return {.a = at('a'), .b = at('b'), .c = at('c'), .d = at('d')};
}

/// False when it is none of the shapes there are.
bool readShape(MapXml& xml, Geometry& g)
{
    if (xml.is(QLatin1String("line"))) {
        g.shape = GeometryShape::Line;
    } else if (xml.is(QLatin1String("arc"))) {
        g.shape = GeometryShape::Arc;
        g.curvature = g.curvatureEnd = xml.number(QLatin1String("curvature"));
    } else if (xml.is(QLatin1String("spiral"))) {
        g.shape = GeometryShape::Spiral;
        g.curvature = xml.number(QLatin1String("curvStart"));
        g.curvatureEnd = xml.number(QLatin1String("curvEnd"));
    } else if (xml.is(QLatin1String("poly3"))) {
        g.shape = GeometryShape::Poly3;
        g.u = {.b = 1.0};
        g.v = xml.cubic(QLatin1String("s"));
        g.v.s = 0.0;
    } else if (xml.is(QLatin1String("paramPoly3"))) {
        g.shape = GeometryShape::ParamPoly3;
        g.u = parameterCubic(xml, 'U');
        g.v = parameterCubic(xml, 'V');
        g.normalized = !xml.wordIs(QLatin1String("pRange"), QLatin1String("arcLength"));
    } else {
        return false;
    }
    // No curvature to speak of: a line, which costs one quad.
    if ((g.shape == GeometryShape::Arc || g.shape == GeometryShape::Spiral) && std::abs(g.curvature) < 1e-9 &&
        std::abs(g.curvatureEnd) < 1e-9)
        g.shape = GeometryShape::Line;
    return true;
}

/// A line that goes on where the line before ends only makes that one longer.
void addGeometry(MapXml& xml, std::vector<Geometry>& plan, Geometry g)
{
    if (!plan.empty() && g.shape == GeometryShape::Line && plan.back().shape == GeometryShape::Line) {
        Geometry& last = plan.back();
        const PlanPose end = poseAt(last, g.s - last.s);
        const bool goesOn = g.s - last.s <= last.length + 1e-3 &&
                            std::hypot(end.x - g.x, end.y - g.y) < 1e-3 &&
                            std::abs(std::remainder(end.heading - g.heading, 2.0 * M_PI)) < 1e-5;
        if (goesOn) {
            last.length = g.s + g.length - last.s;
            return;
        }
    }
    if (xml.count())
        plan.push_back(std::move(g));
}

void readGeometry(MapXml& xml, std::vector<Geometry>& plan)
{
    Geometry g{.s = xml.number(QLatin1String("s")),
               .x = xml.number(QLatin1String("x")),
               .y = xml.number(QLatin1String("y")),
               .heading = xml.number(QLatin1String("hdg")),
               .length = xml.number(QLatin1String("length"))};
    bool usable = !xml.takeFault() && g.length > 0.0;
    if (g.length < 0.0)
        xml.omit(QStringLiteral("is of less than no length"));
    if (usable && !plan.empty() && g.s < plan.back().s) {
        xml.omit(QStringLiteral("begins before the piece that it follows"));
        usable = false;
    }
    bool shaped = false;
    for (; xml.next(); xml.skip()) {
        if (!usable || xml.is(QLatin1String("userData")) || xml.is(QLatin1String("dataQuality")))
            continue;
        shaped = readShape(xml, g) && !xml.takeFault();
        usable = shaped && measureCurve(g);
        if (!usable)
            xml.omit(QStringLiteral("is not a shape that can be drawn"));
    }
    if (usable && shaped)
        addGeometry(xml, plan, std::move(g));
}

void readMark(MapXml& xml, Lane& lane)
{
    RoadMark mark;
    mark.s = xml.number(QLatin1String("sOffset"));
    mark.type = xml.word(QLatin1String("type")).toLower();
    mark.yellow = xml.wordIs(QLatin1String("color"), QLatin1String("yellow"));
    const bool bold = xml.wordIs(QLatin1String("weight"), QLatin1String("bold"));
    mark.width = std::clamp(xml.number(QLatin1String("width"), bold ? 0.25 : 0.12), 0.05, 1.0);
    while (xml.next()) {
        for (; xml.next(); xml.skip()) {
            if (!xml.is(QLatin1String("line")))
                continue;
            const double dash = xml.number(QLatin1String("length"));
            const double gap = xml.number(QLatin1String("space"));
            if (dash > 0.0 && gap > 0.0) {
                mark.dash = std::max(dash, 0.2);
                mark.gap = std::max(gap, 0.2);
            }
        }
    }
    const bool inOrder = lane.marks.empty() || mark.s >= lane.marks.back().s;
    if (!xml.takeFault() && inOrder && xml.count())
        lane.marks.push_back(std::move(mark));
}

void readLane(MapXml& xml, LaneSection& section)
{
    if (!xml.count())
        return;
    Lane lane;
    lane.id = static_cast<int>(xml.number(QLatin1String("id")));
    lane.type = xml.word(QLatin1String("type"));
    const bool usable = !xml.takeFault();
    while (xml.next()) {
        if (xml.is(QLatin1String("roadMark"))) {
            readMark(xml, lane);
            continue;
        }
        if (xml.is(QLatin1String("width")))
            xml.add(lane.widths, xml.cubic(QLatin1String("sOffset")));
        else if (xml.is(QLatin1String("border")))
            xml.add(lane.borders, xml.cubic(QLatin1String("sOffset")));
        xml.skip();
    }
    if (usable)
        section.lanes.push_back(std::move(lane));
}

void readSection(MapXml& xml, Road& road)
{
    LaneSection section;
    section.s = xml.number(QLatin1String("s"));
    const bool usable = !xml.takeFault();
    while (xml.next()) { // left, center, right
        while (xml.next()) {
            if (xml.is(QLatin1String("lane")))
                readLane(xml, section);
            else
                xml.skip();
        }
    }
    std::stable_sort(section.lanes.begin(), section.lanes.end(),
                     [](const Lane& a, const Lane& b) { return a.id < b.id; });
    const bool inOrder = road.sections.empty() || section.s >= road.sections.back().s;
    if (usable && inOrder && xml.count())
        road.sections.push_back(std::move(section));
}

void readLanes(MapXml& xml, Road& road)
{
    while (xml.next()) {
        if (xml.is(QLatin1String("laneSection"))) {
            readSection(xml, road);
            continue;
        }
        if (xml.is(QLatin1String("laneOffset")))
            xml.add(road.laneOffset, xml.cubic(QLatin1String("s")));
        xml.skip();
    }
}

void readPart(MapXml& xml, Road& road)
{
    if (xml.is(QLatin1String("planView"))) {
        while (xml.next()) {
            if (xml.is(QLatin1String("geometry")))
                readGeometry(xml, road.plan);
            else
                xml.skip();
        }
    } else if (xml.is(QLatin1String("elevationProfile"))) {
        readCubics(xml, road.elevation, QLatin1String("elevation"));
    } else if (xml.is(QLatin1String("lateralProfile"))) {
        readLateral(xml, road);
    } else if (xml.is(QLatin1String("lanes"))) {
        readLanes(xml, road);
    } else if (xml.is(QLatin1String("objects"))) {
        readObjects(xml, road);
    } else if (xml.is(QLatin1String("signals"))) {
        readSignals(xml, road);
    } else {
        xml.skip();
    }
}

void readRoad(MapXml& xml)
{
    Road road;
    road.length = xml.number(QLatin1String("length"));
    road.junction = xml.word(QLatin1String("junction"));
    road.inJunction = !road.junction.isEmpty() && road.junction != QLatin1String("-1");
    const bool usable = !xml.takeFault() && xml.count();
    while (xml.next())
        readPart(xml, road);
    (void)xml.takeFault(); // of attributes that nothing hangs on
    if (usable && !road.plan.empty() && road.length <= 0.0)
        road.length = road.plan.back().s + road.plan.back().length;
    if (usable && !road.plan.empty())
        xml.network().roads.push_back(std::move(road));
}

Result<std::vector<std::byte>> readMap(const model::ByteSource& bytes, const std::stop_token& stop)
{
    const std::uint64_t size = bytes.size();
    if (size > MaxMapBytes) {
        return fail(ErrorCode::LimitExceeded,
                    QStringLiteral("the map has %1 bytes, more than the %2 that are read")
                        .arg(size)
                        .arg(MaxMapBytes));
    }
    return io::readWhole(bytes, stop);
}

} // namespace

Result<RoadNetwork> parseOpenDrive(const model::ByteSource& bytes, std::stop_token stop)
{
    const auto text = readMap(bytes, stop);
    if (!text)
        return tl::unexpected(text.error());
    MapXml xml(QByteArray::fromRawData(reinterpret_cast<const char*>(text->data()),
                                       static_cast<qsizetype>(text->size())),
               std::move(stop));
    const bool begun = xml.next();
    if (xml.excessive())
        return tl::unexpected(xml.error());
    if (!begun || !xml.is(QLatin1String("OpenDRIVE"))) {
        return fail(ErrorCode::UnknownFormat,
                    QStringLiteral("not an OpenDRIVE map: the first element is not <OpenDRIVE>"),
                    {.offset = xml.offset()});
    }
    while (xml.next()) {
        if (xml.is(QLatin1String("road")))
            readRoad(xml);
        else
            xml.skip();
    }
    if (xml.failed())
        return tl::unexpected(xml.error());
    RoadNetwork& network = xml.network();
    if (network.roads.empty() && network.omitted > 0)
        return fail(ErrorCode::Damaged,
                    QStringLiteral("OpenDRIVE map, ") + network.omissions.join(QStringLiteral("; ")));
    return std::move(network);
}

} // namespace ghostline::carla
