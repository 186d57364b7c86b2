// SPDX-License-Identifier: GPL-3.0-or-later

#include "codecs/carla/roads/opendrive_objects.h"

#include "codecs/carla/base/limits.h"

#include <algorithm>
#include <cmath>

namespace ghostline::carla {

namespace {

constexpr double LeastHeight = 0.2;     // what is lower is painted on the road, or a kerb
constexpr double LargestObject = 500.0; // metres each way: a building, not a mistake
constexpr double RailStep = 4.0;        // an object without gaps, such as a guard rail, is cut so

/// Outlines stand in <outline> or <outlines><outline>; both are walked.
void readCorners(MapXml& xml, Outline& to, int depth)
{
    while (xml.next()) {
        const bool local = xml.is(QLatin1String("cornerLocal"));
        if ((local || xml.is(QLatin1String("cornerRoad"))) && to.corners.size() < MaxObjectCorners &&
            xml.count()) {
            to.local = local;
            to.height = std::max(to.height, xml.number(QLatin1String("height")));
            to.corners.emplace_back(xml.number(local ? QLatin1String("u") : QLatin1String("s")),
                                    xml.number(local ? QLatin1String("v") : QLatin1String("t")));
            xml.skip();
        } else if (xml.is(QLatin1String("outline")) && depth < 2) {
            readCorners(xml, to, depth + 1);
        } else {
            xml.skip();
        }
    }
}

/// <repeat>: the object again and again along the road, or without gaps from one end to the other.
void repeat(MapXml& xml, const Furniture& one, std::vector<Furniture>& out)
{
    const double from = xml.number(QLatin1String("s"));
    const double length = xml.number(QLatin1String("length"));
    const double distance = xml.number(QLatin1String("distance"));
    const double tStart = xml.number(QLatin1String("tStart"), one.t);
    const double tEnd = xml.number(QLatin1String("tEnd"), tStart);
    Furniture copy = one;
    copy.z = xml.number(QLatin1String("zOffsetStart"), one.z);
    copy.height = xml.number(QLatin1String("heightStart"), one.height);
    copy.width = xml.number(QLatin1String("widthStart"), one.width);
    if (xml.takeFault() || length < 0.0)
        return;
    const bool rail = distance <= 0.0;
    const double copies = rail ? std::ceil(length / RailStep) : std::floor(length / distance) + 1.0;
    const double step = rail ? length / std::max(copies, 1.0) : distance;
    for (double k = 0.0; k < std::min(copies, MaxObjectCopies) && xml.count(); k += 1.0) {
        const double along = (rail ? k + 0.5 : k) * step;
        copy.s = from + along;
        copy.t = length > 0.0 ? std::lerp(tStart, tEnd, along / length) : tStart;
        if (rail) {
            copy.heading = 0.0;
            copy.radius = 0.0;
            copy.length = step;
        }
        out.push_back(copy);
    }
}

bool stands(const Furniture& f)
{
    const auto usable = [](double size) { return size > 0.0 && size < LargestObject; };
    return f.height > LeastHeight && f.height < LargestObject &&
           (usable(f.radius) || (usable(f.length) && usable(f.width)));
}

void readObject(MapXml& xml, Road& road)
{
    const bool crosswalk =
        xml.wordIs(QLatin1String("type"), QLatin1String("crosswalk")) ||
        xml.word(QLatin1String("name")).contains(QLatin1String("crosswalk"), Qt::CaseInsensitive);
    const Furniture one{.kind = Furniture::Kind::Object,
                        .s = xml.number(QLatin1String("s")),
                        .t = xml.number(QLatin1String("t")),
                        .z = xml.number(QLatin1String("zOffset")),
                        .heading = xml.number(QLatin1String("hdg")),
                        .length = xml.number(QLatin1String("length")),
                        .width = xml.number(QLatin1String("width")),
                        .height = xml.number(QLatin1String("height")),
                        .radius = xml.number(QLatin1String("radius"))};
    Outline outline{.s = one.s, .t = one.t, .heading = one.heading, .z = one.z};
    bool usable = !xml.takeFault();
    std::vector<Furniture> copies;
    while (xml.next()) {
        if (xml.is(QLatin1String("outline")) || xml.is(QLatin1String("outlines"))) {
            readCorners(xml, outline, xml.is(QLatin1String("outline")) ? 1 : 0);
            continue;
        }
        if (xml.is(QLatin1String("repeat")))
            repeat(xml, one, copies);
        xml.skip();
    }
    usable = !xml.takeFault() && usable;
    if (outline.corners.size() > 1 && glm::distance(outline.corners.front(), outline.corners.back()) < 1e-3)
        outline.corners.pop_back();
    outline.height = crosswalk ? 0.0 : outline.height > 0.0 ? outline.height : one.height;
    const bool standing = outline.height > LeastHeight && outline.height < LargestObject;
    if (usable && outline.corners.size() >= 3 && (crosswalk || standing) && xml.count()) {
        road.outlines.push_back(std::move(outline));
        return;
    }
    if (copies.empty() && xml.count())
        copies.push_back(one);
    if (!usable || crosswalk)
        return;
    std::copy_if(copies.begin(), copies.end(), std::back_inserter(road.furniture), stands);
}

void readSignal(MapXml& xml, Road& road)
{
    Furniture sign{.kind = xml.wordIs(QLatin1String("dynamic"), QLatin1String("yes")) ? Furniture::Kind::Light
                                                                                      : Furniture::Kind::Sign,
                   .s = xml.number(QLatin1String("s")),
                   .t = xml.number(QLatin1String("t")),
                   .z = xml.number(QLatin1String("zOffset")),
                   .heading = xml.number(QLatin1String("hOffset")),
                   .width = xml.number(QLatin1String("width")),
                   .height = xml.number(QLatin1String("height"))};
    // It faces those for whom it is: "+" for who goes along the road's direction, and so against it.
    if (!xml.wordIs(QLatin1String("orientation"), QLatin1String("-")))
        sign.heading += M_PI;
    if (!xml.takeFault() && xml.count())
        road.furniture.push_back(sign);
    xml.skip();
}

} // namespace

void readObjects(MapXml& xml, Road& road)
{
    while (xml.next()) {
        if (xml.is(QLatin1String("object")))
            readObject(xml, road);
        else
            xml.skip();
    }
}

void readSignals(MapXml& xml, Road& road)
{
    while (xml.next()) {
        if (xml.is(QLatin1String("signal")))
            readSignal(xml, road);
        else
            xml.skip();
    }
}

} // namespace ghostline::carla
