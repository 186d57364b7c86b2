// SPDX-License-Identifier: GPL-3.0-or-later
// Reads OpenDRIVE XML into a RoadNetwork, keeping only what is drawn.
#include "codecs/carla/opendrive.h"

#include <QXmlStreamReader>

#include <algorithm>
#include <cmath>

namespace ghostline::carla {

using model::ErrorCode;
using model::fail;
using model::Result;

namespace {

class Parser
{
public:
    Parser(const QByteArray& text, std::stop_token stop) : m_xml(text), m_stop(std::move(stop)) {}

    Result<RoadNetwork> run()
    {
        if (!m_xml.readNextStartElement() || m_xml.name() != u"OpenDRIVE") {
            return fail(ErrorCode::UnknownFormat,
                        QStringLiteral("not an OpenDRIVE map: the first element is not <OpenDRIVE>"),
                        {.offset = static_cast<std::uint64_t>(m_xml.characterOffset())});
        }
        while (!ended() && m_xml.readNextStartElement()) {
            if (m_xml.name() == u"road")
                readRoad();
            else
                m_xml.skipCurrentElement();
        }
        if (m_stop.stop_requested())
            return fail(ErrorCode::Cancelled, QStringLiteral("reading the map was cancelled"));
        if (m_xml.hasError()) {
            return fail(
                m_tooMany ? ErrorCode::LimitExceeded : ErrorCode::Damaged,
                QStringLiteral("OpenDRIVE map, line %1: %2").arg(m_xml.lineNumber()).arg(m_xml.errorString()),
                {.offset = static_cast<std::uint64_t>(m_xml.characterOffset())});
        }
        return std::move(m_network);
    }

private:
    bool ended()
    {
        if (m_stop.stop_requested())
            return true;
        return m_xml.hasError();
    }

    /// Counts one thing kept; past the cap the document is in error and every loop ends.
    bool count()
    {
        if (++m_records <= MaxMapRecords)
            return true;
        m_tooMany = true;
        m_xml.raiseError(QStringLiteral("more than %1 roads, lanes and pieces").arg(MaxMapRecords));
        return false;
    }

    double number(QLatin1String name, double fallback = 0.0)
    {
        const QStringView text = m_xml.attributes().value(name);
        if (text.isEmpty())
            return fallback;
        bool ok = false;
        const double value = text.toDouble(&ok);
        if (!ok || !std::isfinite(value) || std::abs(value) > 1e9) {
            m_xml.raiseError(
                QStringLiteral("%1=\"%2\" is not a usable number").arg(name, text.left(40).toString()));
            return fallback;
        }
        return value;
    }

    QString word(QLatin1String name) { return m_xml.attributes().value(name).toString(); }

    Cubic cubic(QLatin1String start)
    {
        return {.s = number(start),
                .a = number(QLatin1String("a")),
                .b = number(QLatin1String("b")),
                .c = number(QLatin1String("c")),
                .d = number(QLatin1String("d"))};
    }

    /// Adds a cubic unless it only says again what the one before already says: every kept start is a
    /// place where a strip must be cut.
    void addCubic(std::vector<Cubic>& to, const Cubic& next)
    {
        if (!to.empty()) {
            const Cubic& last = to.back();
            const bool straight = last.c == 0.0 && last.d == 0.0 && next.c == 0.0 && next.d == 0.0;
            if (straight && std::abs(last.b - next.b) < 1e-9 && std::abs(last.at(next.s) - next.a) < 1e-6)
                return;
            if (next.s < last.s)
                return;
        }
        if (count())
            to.push_back(next);
    }

    void readRoad()
    {
        if (!count())
            return;
        Road road;
        road.length = number(QLatin1String("length"));
        const QString junction = word(QLatin1String("junction"));
        road.inJunction = !junction.isEmpty() && junction != QLatin1String("-1");
        while (!ended() && m_xml.readNextStartElement()) {
            const auto name = m_xml.name();
            if (name == u"planView")
                readPlan(road);
            else if (name == u"elevationProfile")
                readCubics(road.elevation, u"elevation");
            else if (name == u"lateralProfile")
                readLateral();
            else if (name == u"lanes")
                readLanes(road);
            else if (name == u"objects")
                readObjects(road);
            else
                m_xml.skipCurrentElement();
        }
        if (!road.plan.empty() && road.length > 0.0)
            m_network.roads.push_back(std::move(road));
    }

    void readCubics(std::vector<Cubic>& to, QStringView element)
    {
        while (!ended() && m_xml.readNextStartElement()) {
            if (m_xml.name() == element)
                addCubic(to, cubic(QLatin1String("s")));
            m_xml.skipCurrentElement();
        }
    }

    void readLateral()
    {
        while (!ended() && m_xml.readNextStartElement()) {
            const Cubic c = cubic(QLatin1String("s"));
            if (c.a != 0.0 || c.b != 0.0 || c.c != 0.0 || c.d != 0.0)
                m_network.superelevation = true;
            m_xml.skipCurrentElement();
        }
    }

    void readPlan(Road& road)
    {
        while (!ended() && m_xml.readNextStartElement()) {
            if (m_xml.name() != u"geometry") {
                m_xml.skipCurrentElement();
                continue;
            }
            Geometry g{.s = number(QLatin1String("s")),
                       .x = number(QLatin1String("x")),
                       .y = number(QLatin1String("y")),
                       .heading = number(QLatin1String("hdg")),
                       .length = number(QLatin1String("length"))};
            while (!ended() && m_xml.readNextStartElement()) {
                readShape(g);
                m_xml.skipCurrentElement();
            }
            addGeometry(road.plan, g);
        }
    }

    void readShape(Geometry& g)
    {
        const auto name = m_xml.name();
        if (name == u"arc") {
            g.shape = GeometryShape::Arc;
            g.curvature = g.curvatureEnd = number(QLatin1String("curvature"));
        } else if (name == u"spiral") {
            g.shape = GeometryShape::Spiral;
            g.curvature = number(QLatin1String("curvStart"));
            g.curvatureEnd = number(QLatin1String("curvEnd"));
        } else if (name == u"poly3") {
            g.shape = GeometryShape::Poly3;
            g.v = cubic(QLatin1String("s"));
            g.v.s = 0.0;
        } else if (name == u"paramPoly3") {
            g.shape = GeometryShape::ParamPoly3;
            g.u = {.a = number(QLatin1String("aU")),
                   .b = number(QLatin1String("bU")),
                   .c = number(QLatin1String("cU")),
                   .d = number(QLatin1String("dU"))};
            g.v = {.a = number(QLatin1String("aV")),
                   .b = number(QLatin1String("bV")),
                   .c = number(QLatin1String("cV")),
                   .d = number(QLatin1String("dV"))};
            g.normalized = word(QLatin1String("pRange")) != QLatin1String("arcLength");
        }
        // No curvature to speak of: a line, which costs one quad.
        if ((g.shape == GeometryShape::Arc || g.shape == GeometryShape::Spiral) &&
            std::abs(g.curvature) < 1e-9 && std::abs(g.curvatureEnd) < 1e-9)
            g.shape = GeometryShape::Line;
    }

    /// A line that goes on where the line before ends only makes that one longer.
    void addGeometry(std::vector<Geometry>& plan, const Geometry& g)
    {
        if (g.length <= 0.0 || (!plan.empty() && g.s < plan.back().s))
            return;
        if (!plan.empty() && g.shape == GeometryShape::Line && plan.back().shape == GeometryShape::Line) {
            Geometry& last = plan.back();
            const PlanPose end = poseAt(last, g.s - last.s);
            const bool goesOn = std::hypot(end.x - g.x, end.y - g.y) < 1e-3 &&
                                std::abs(std::remainder(end.heading - g.heading, 2.0 * M_PI)) < 1e-5;
            if (goesOn) {
                last.length = g.s + g.length - last.s;
                return;
            }
        }
        if (count())
            plan.push_back(g);
    }

    void readLanes(Road& road)
    {
        while (!ended() && m_xml.readNextStartElement()) {
            if (m_xml.name() == u"laneOffset") {
                addCubic(road.laneOffset, cubic(QLatin1String("s")));
                m_xml.skipCurrentElement();
            } else if (m_xml.name() == u"laneSection") {
                readSection(road);
            } else {
                m_xml.skipCurrentElement();
            }
        }
    }

    void readSection(Road& road)
    {
        LaneSection section;
        section.s = number(QLatin1String("s"));
        while (!ended() && m_xml.readNextStartElement()) { // left, center, right
            while (!ended() && m_xml.readNextStartElement()) {
                if (m_xml.name() == u"lane")
                    readLane(section);
                else
                    m_xml.skipCurrentElement();
            }
        }
        std::stable_sort(section.lanes.begin(), section.lanes.end(),
                         [](const Lane& a, const Lane& b) { return a.id < b.id; });
        const bool inOrder = road.sections.empty() || section.s >= road.sections.back().s;
        if (inOrder && count())
            road.sections.push_back(std::move(section));
    }

    void readLane(LaneSection& section)
    {
        if (!count())
            return;
        Lane lane;
        lane.id = m_xml.attributes().value(QLatin1String("id")).toInt();
        lane.type = word(QLatin1String("type"));
        while (!ended() && m_xml.readNextStartElement()) {
            if (m_xml.name() == u"width") {
                addCubic(lane.widths, cubic(QLatin1String("sOffset")));
                m_xml.skipCurrentElement();
            } else if (m_xml.name() == u"roadMark") {
                readMark(lane);
            } else {
                m_xml.skipCurrentElement();
            }
        }
        section.lanes.push_back(std::move(lane));
    }

    void readMark(Lane& lane)
    {
        RoadMark mark;
        mark.s = number(QLatin1String("sOffset"));
        mark.type = word(QLatin1String("type"));
        mark.yellow = word(QLatin1String("color")) == QLatin1String("yellow");
        const bool bold = word(QLatin1String("weight")) == QLatin1String("bold");
        mark.width = std::clamp(number(QLatin1String("width"), bold ? 0.25 : 0.12), 0.05, 1.0);
        while (!ended() && m_xml.readNextStartElement()) {
            while (!ended() && m_xml.readNextStartElement()) {
                if (m_xml.name() == u"line") {
                    const double dash = number(QLatin1String("length"));
                    const double gap = number(QLatin1String("space"));
                    if (dash > 0.0 && gap > 0.0) {
                        mark.dash = std::max(dash, 0.2);
                        mark.gap = std::max(gap, 0.2);
                    }
                }
                m_xml.skipCurrentElement();
            }
        }
        if ((lane.marks.empty() || mark.s >= lane.marks.back().s) && count())
            lane.marks.push_back(std::move(mark));
    }

    void readObjects(Road& road)
    {
        while (!ended() && m_xml.readNextStartElement()) {
            const QString type = word(QLatin1String("type")).toLower();
            const QString name = word(QLatin1String("name")).toLower();
            const bool crossing =
                type == QLatin1String("crosswalk") || name.contains(QLatin1String("crosswalk"));
            if (crossing)
                readCrossing(road);
            else
                m_xml.skipCurrentElement();
        }
    }

    void readCrossing(Road& road)
    {
        Crossing crossing{.s = number(QLatin1String("s")),
                          .t = number(QLatin1String("t")),
                          .heading = number(QLatin1String("hdg")),
                          .z = number(QLatin1String("zOffset"))};
        readCorners(crossing, 0);
        std::vector<glm::dvec3>& corners = crossing.corners;
        if (corners.size() > 1 && glm::distance(corners.front(), corners.back()) < 1e-3)
            corners.pop_back();
        if (corners.size() >= 3 && count())
            road.crossings.push_back(std::move(crossing));
    }

    /// Outlines stand in <outline> or <outlines><outline>; both are walked, four levels at most.
    void readCorners(Crossing& crossing, int depth)
    {
        while (!ended() && m_xml.readNextStartElement()) {
            const auto name = m_xml.name();
            const bool local = name == u"cornerLocal";
            if ((local || name == u"cornerRoad") && crossing.corners.size() < MaxCorners && count()) {
                crossing.local = local;
                crossing.corners.emplace_back(number(local ? QLatin1String("u") : QLatin1String("s")),
                                              number(local ? QLatin1String("v") : QLatin1String("t")),
                                              number(local ? QLatin1String("z") : QLatin1String("dz")));
                m_xml.skipCurrentElement();
            } else if ((name == u"outline" || name == u"outlines") && depth < 2) {
                readCorners(crossing, depth + 1);
            } else {
                m_xml.skipCurrentElement();
            }
        }
    }

    static constexpr std::size_t MaxCorners = 256;
    QXmlStreamReader m_xml;
    std::stop_token m_stop;
    RoadNetwork m_network;
    std::size_t m_records = 0;
    bool m_tooMany = false;
};

} // namespace

Result<RoadNetwork> parseOpenDrive(const model::ByteSource& bytes, std::stop_token stop)
{
    const std::uint64_t size = bytes.size();
    if (size > MaxMapBytes) {
        return fail(ErrorCode::LimitExceeded,
                    QStringLiteral("the map has %1 bytes, more than the %2 that are read")
                        .arg(size)
                        .arg(MaxMapBytes));
    }
    QByteArray text(static_cast<qsizetype>(size), Qt::Uninitialized);
    const auto got = bytes.read(0, std::as_writable_bytes(std::span(text.data(), size)), stop);
    if (!got)
        return tl::unexpected(got.error());
    text.truncate(static_cast<qsizetype>(*got));
    return Parser(text, std::move(stop)).run();
}

} // namespace ghostline::carla
