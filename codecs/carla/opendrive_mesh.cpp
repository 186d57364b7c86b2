// SPDX-License-Identifier: GPL-3.0-or-later
// Turns a RoadNetwork into surfaces: lane strips, markings, crossings. Straight pieces stay single quads.
#include "codecs/carla/junction_marks.h"
#include "codecs/carla/opendrive.h"
#include "codecs/carla/polygon.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <optional>

namespace ghostline::carla {

using model::ErrorCode;
using model::fail;
using model::Result;
using model::SceneRole;

namespace {

constexpr double MinLaneWidth = 0.01; // narrower is nothing
constexpr double MinStep = 0.2;       // metres; curves are not cut finer
constexpr int MaxHalvings = 12;
constexpr double MaxCoordinate = 1e7; // beyond it a float has no metres left
// Coplanar surfaces flicker: markings lie above the road, what may reach into a junction below it.
constexpr double MarkingHeight = 0.02;
constexpr double CrossingHeight = 0.03; // a zebra covers the lines it crosses
constexpr double BesideRoadHeight = -0.02;

std::optional<SceneRole> roleOf(const QString& laneType)
{
    static const QStringList roads{
        QStringLiteral("driving"), QStringLiteral("entry"),    QStringLiteral("exit"),
        QStringLiteral("onramp"),  QStringLiteral("offramp"),  QStringLiteral("connectingramp"),
        QStringLiteral("parking"), QStringLiteral("bus"),      QStringLiteral("taxi"),
        QStringLiteral("hov"),     QStringLiteral("biking"),   QStringLiteral("bidirectional"),
        QStringLiteral("slip"),    QStringLiteral("slipLane"), QStringLiteral("mwyentry"),
        QStringLiteral("mwyexit"), QStringLiteral("stop"),     QStringLiteral("roadworks")};
    static const QStringList shoulders{QStringLiteral("shoulder"), QStringLiteral("border"),
                                       QStringLiteral("restricted"), QStringLiteral("median"),
                                       QStringLiteral("curb")};
    const auto listed = [&](const QStringList& list) { return list.contains(laneType, Qt::CaseInsensitive); };
    if (listed(roads))
        return SceneRole::Road;
    if (listed(shoulders))
        return SceneRole::Shoulder;
    if (laneType == QLatin1String("sidewalk") || laneType == QLatin1String("walking"))
        return SceneRole::Sidewalk;
    return std::nullopt;
}

double heightOf(SceneRole role)
{
    return role == SceneRole::Shoulder || role == SceneRole::Sidewalk ? BesideRoadHeight : 0.0;
}

/// One role's triangles while they grow, in world space.
struct Surface
{
    std::vector<glm::dvec3> vertices;
    std::vector<std::uint32_t> indices;
};

/// A place across a road: on the reference line, with the direction to its left.
struct Station
{
    double s = 0.0;
    PlanPose pose;
    double z = 0.0;
    std::vector<double> inner; ///< lateral place of each lane's borders, in the section's lane order
    std::vector<double> outer;

    glm::dvec3 at(double t, double lift) const
    {
        const double x = pose.x - t * std::sin(pose.heading);
        const double y = pose.y + t * std::cos(pose.heading);
        return {x, z + lift, -y};
    }
};

class Mesher
{
public:
    Mesher(const RoadNetwork& network, double chordError, std::stop_token stop)
        : m_network(network), m_junctions(network), m_tolerance(std::max(chordError, 1e-3)),
          m_stop(std::move(stop))
    {
    }

    Result<model::SceneDescription> run()
    {
        for (const Road& road : m_network.roads) {
            if (m_stop.stop_requested())
                return fail(ErrorCode::Cancelled, QStringLiteral("drawing the map was cancelled"));
            for (std::size_t i = 0; i < road.sections.size() && !m_full; ++i) {
                const double end = i + 1 < road.sections.size() ? road.sections[i + 1].s : road.length;
                addSection(road, road.sections[i], std::min(end, road.length));
            }
            for (const Crossing& crossing : road.crossings)
                addCrossing(road, crossing);
            if (m_full) {
                return fail(ErrorCode::LimitExceeded,
                            QStringLiteral("the map needs more than %1 corners").arg(MaxMapVertices));
            }
        }
        return finish();
    }

private:
    Station station(const Road& road, const LaneSection& section, double s) const
    {
        Station st{
            .s = s, .pose = poseAt(road, s), .z = valueAt(road.elevation, s), .inner = {}, .outer = {}};
        const std::size_t n = section.lanes.size();
        st.inner.assign(n, valueAt(road.laneOffset, s));
        st.outer = st.inner;
        const double ds = s - section.s;
        double t = n ? st.inner[0] : 0.0;
        const double middle = t;
        for (std::size_t i = 0; i < n; ++i) { // left lanes, inside out: ascending ids
            const Lane& lane = section.lanes[i];
            if (lane.id <= 0)
                continue;
            st.inner[i] = t;
            t += std::max(0.0, valueAt(lane.widths, ds));
            st.outer[i] = t;
        }
        t = middle;
        for (std::size_t i = n; i-- > 0;) { // right lanes: descending ids
            const Lane& lane = section.lanes[i];
            if (lane.id >= 0)
                continue;
            st.inner[i] = t;
            t -= std::max(0.0, valueAt(lane.widths, ds));
            st.outer[i] = t;
        }
        return st;
    }

    /// Places where a description changes: between them every border is smooth.
    static std::vector<double> cuts(const Road& road, const LaneSection& section, double end)
    {
        std::vector<double> at{section.s, end};
        const auto add = [&](double s) {
            if (s > section.s && s < end)
                at.push_back(s);
        };
        for (const Geometry& g : road.plan)
            add(g.s);
        for (const Cubic& c : road.elevation)
            add(c.s);
        for (const Cubic& c : road.laneOffset)
            add(c.s);
        for (const Lane& lane : section.lanes) {
            for (const Cubic& c : lane.widths)
                add(section.s + c.s);
        }
        std::sort(at.begin(), at.end());
        at.erase(std::unique(at.begin(), at.end(), [](double a, double b) { return b - a < 1e-4; }),
                 at.end());
        return at;
    }

    /// Farthest any border strays from the straight piece between two stations.
    double deviation(const Road& road, const LaneSection& section, const Station& a, const Station& b) const
    {
        double worst = 0.0;
        for (const double f : {0.25, 0.5, 0.75}) {
            const Station m = station(road, section, a.s + (b.s - a.s) * f);
            for (std::size_t i = 0; i < m.outer.size(); ++i) {
                const glm::dvec3 straight = glm::mix(a.at(a.outer[i], 0.0), b.at(b.outer[i], 0.0), f);
                worst = std::max(worst, glm::distance(straight, m.at(m.outer[i], 0.0)));
            }
        }
        return worst;
    }

    /// Appends stations after `a` up to and including `b`, as few as the chord error allows.
    void refine(const Road& road, const LaneSection& section, const Station& a, const Station& b, int depth,
                std::vector<Station>& out) const
    {
        const bool fine = depth >= MaxHalvings || b.s - a.s < 2.0 * MinStep;
        if (fine || deviation(road, section, a, b) <= m_tolerance) {
            out.push_back(b);
            return;
        }
        const Station m = station(road, section, (a.s + b.s) / 2.0);
        refine(road, section, a, m, depth + 1, out);
        refine(road, section, m, b, depth + 1, out);
    }

    void addSection(const Road& road, const LaneSection& section, double end)
    {
        const std::vector<double> at = cuts(road, section, end);
        std::vector<double> places;
        for (std::size_t k = 0; k + 1 < at.size(); ++k) {
            // The far end belongs to the next piece, whose widths may jump there.
            const Station first = station(road, section, at[k]);
            const Station last = station(road, section, at[k + 1] - 1e-6);
            std::vector<Station> stations{first};
            refine(road, section, first, last, 0, stations);
            for (std::size_t i = 0; i < section.lanes.size(); ++i)
                addLane(section.lanes[i], i, stations);
            for (const Station& st : stations)
                places.push_back(st.s);
        }
        for (std::size_t i = 0; i < section.lanes.size(); ++i) {
            if (!road.inJunction || section.lanes[i].id == 0)
                addMarks(road, section, i, end, places);
        }
    }

    void addLane(const Lane& lane, std::size_t i, const std::vector<Station>& stations)
    {
        const std::optional<SceneRole> role = lane.id == 0 ? std::nullopt : roleOf(lane.type);
        if (!role)
            return;
        const auto width = [i](const Station& st) { return std::abs(st.outer[i] - st.inner[i]); };
        for (std::size_t k = 0; k + 1 < stations.size(); ++k) {
            const Station& a = stations[k];
            const Station& b = stations[k + 1];
            if (width(a) < MinLaneWidth && width(b) < MinLaneWidth)
                continue;
            const auto low = [i](const Station& st) { return std::min(st.outer[i], st.inner[i]); };
            const auto high = [i](const Station& st) { return std::max(st.outer[i], st.inner[i]); };
            const double lift = heightOf(*role);
            addQuad(*role,
                    {a.at(low(a), lift), b.at(low(b), lift), b.at(high(b), lift), a.at(high(a), lift)});
        }
    }

    void addMarks(const Road& road, const LaneSection& section, std::size_t lane, double end,
                  const std::vector<double>& places)
    {
        const std::vector<RoadMark>& marks = section.lanes[lane].marks;
        for (std::size_t k = 0; k < marks.size(); ++k) {
            const RoadMark& mark = marks[k];
            const double from = section.s + mark.s;
            const double to = std::min(end, k + 1 < marks.size() ? section.s + marks[k + 1].s : end);
            const QStringList lines = mark.type.split(QLatin1Char(' '), Qt::SkipEmptyParts);
            const bool twice = lines.size() == 2;
            for (qsizetype n = 0; n < std::min<qsizetype>(lines.size(), 2); ++n) {
                // The first of two lines is the left one.
                const double shift = twice ? (n == 0 ? mark.width : -mark.width) : 0.0;
                if (lines[n] == QLatin1String("solid") && !road.inJunction)
                    addLine(road, section, lane, mark, shift, from, to, places);
                else if (lines[n] == QLatin1String("broken"))
                    addDashes(road, section, lane, mark, shift, from, to, places);
            }
        }
    }

    void addDashes(const Road& road, const LaneSection& section, std::size_t lane, const RoadMark& mark,
                   double shift, double from, double to, const std::vector<double>& places)
    {
        const double period = mark.dash + mark.gap;
        // Counted along the whole road, so that dashes run on evenly over a section's end.
        for (double k = std::floor(from / period); k * period < to && !m_full; k += 1.0) {
            const double a = std::max(from, k * period);
            const double b = std::min(to, k * period + mark.dash);
            if (b - a > 0.1 && (!road.inJunction || m_junctions.take(poseAt(road, (a + b) / 2.0))))
                addLine(road, section, lane, mark, shift, a, b, places);
        }
    }

    void addLine(const Road& road, const LaneSection& section, std::size_t lane, const RoadMark& mark,
                 double shift, double from, double to, const std::vector<double>& places)
    {
        if (to - from < 0.05)
            return;
        const SceneRole role = mark.yellow ? SceneRole::MarkingYellow : SceneRole::MarkingWhite;
        const double half = mark.width / 2.0;
        Station a = station(road, section, from);
        auto next = std::upper_bound(places.begin(), places.end(), from + 0.01);
        while (a.s < to && !m_full) {
            const bool more = next != places.end() && *next < to - 0.01;
            const Station b = station(road, section, more ? *next++ : to - 1e-6);
            const double ta = a.outer[lane] + shift;
            const double tb = b.outer[lane] + shift;
            addQuad(role, {a.at(ta - half, MarkingHeight), b.at(tb - half, MarkingHeight),
                           b.at(tb + half, MarkingHeight), a.at(ta + half, MarkingHeight)});
            a = b;
            if (!more)
                return;
        }
    }

    void addCrossing(const Road& road, const Crossing& crossing)
    {
        const PlanPose base = poseAt(road, crossing.s);
        const double angle = base.heading + crossing.heading;
        const glm::dvec2 centre{base.x - crossing.t * std::sin(base.heading),
                                base.y + crossing.t * std::cos(base.heading)};
        std::vector<glm::dvec2> outline;
        for (const glm::dvec3& c : crossing.corners) {
            if (crossing.local) {
                outline.emplace_back(centre.x + c.x * std::cos(angle) - c.y * std::sin(angle),
                                     centre.y + c.x * std::sin(angle) + c.y * std::cos(angle));
            } else {
                const PlanPose p = poseAt(road, c.x);
                outline.emplace_back(p.x - c.y * std::sin(p.heading), p.y + c.y * std::cos(p.heading));
            }
        }
        // Drawn on the road whatever height its author gave it: a few centimetres under would hide it.
        const double height = valueAt(road.elevation, crossing.s) + CrossingHeight;
        Surface& surface = m_surfaces[static_cast<std::size_t>(SceneRole::Crossing)];
        const auto first = static_cast<std::uint32_t>(surface.vertices.size());
        for (const glm::dvec2& p : outline) {
            if (std::abs(p.x) > MaxCoordinate || std::abs(p.y) > MaxCoordinate)
                return;
        }
        for (const std::uint32_t i : triangulate(outline))
            surface.indices.push_back(first + i);
        for (const glm::dvec2& p : outline)
            surface.vertices.emplace_back(p.x, height, -p.y);
        count(outline.size());
    }

    void count(std::size_t vertices)
    {
        m_vertices += vertices;
        m_full = m_full || m_vertices > MaxMapVertices;
    }

    /// Corners counter-clockwise seen from above. A strip that goes on shares its last two corners.
    void addQuad(SceneRole role, const std::array<glm::dvec3, 4>& q)
    {
        for (const glm::dvec3& p : q) {
            const bool usable = std::abs(p.x) < MaxCoordinate && std::abs(p.y) < MaxCoordinate &&
                                std::abs(p.z) < MaxCoordinate;
            if (!usable || m_full)
                return;
        }
        Surface& to = m_surfaces[static_cast<std::size_t>(role)];
        auto n = static_cast<std::uint32_t>(to.vertices.size());
        const bool goesOn = n >= 2 && to.vertices[n - 2] == q[0] && to.vertices[n - 1] == q[3];
        if (goesOn) {
            n -= 2;
        } else {
            to.vertices.push_back(q[0]);
            to.vertices.push_back(q[3]);
            count(2);
        }
        to.vertices.push_back(q[1]);
        to.vertices.push_back(q[2]);
        count(2);
        for (const std::uint32_t i : {0U, 2U, 3U, 0U, 3U, 1U})
            to.indices.push_back(n + i);
    }

    model::SceneDescription finish() const
    {
        model::SceneDescription scene;
        for (const Surface& surface : m_surfaces) {
            for (const glm::dvec3& p : surface.vertices)
                scene.bounds.include(p);
        }
        const glm::dvec3 middle = glm::round((scene.bounds.min + scene.bounds.max) / 2.0);
        for (std::size_t role = 0; role < m_surfaces.size(); ++role) {
            const Surface& from = m_surfaces[role];
            if (from.indices.empty())
                continue;
            model::SceneMesh mesh{.role = static_cast<SceneRole>(role),
                                  .origin = middle,
                                  .vertices = {},
                                  .indices = from.indices};
            mesh.vertices.reserve(from.vertices.size());
            for (const glm::dvec3& p : from.vertices)
                mesh.vertices.emplace_back(p - middle);
            scene.meshes.push_back(std::move(mesh));
        }
        if (scene.bounds.valid)
            scene.groundHeight = scene.bounds.min.y - 0.05;
        if (m_network.superelevation)
            scene.note = QStringLiteral("Banked roads are drawn level.");
        return scene;
    }

    const RoadNetwork& m_network;
    JunctionMarks m_junctions;
    double m_tolerance;
    std::stop_token m_stop;
    std::array<Surface, static_cast<std::size_t>(SceneRole::Outline) + 1> m_surfaces;
    std::size_t m_vertices = 0;
    bool m_full = false;
};

} // namespace

Result<model::SceneDescription> buildRoadScene(const RoadNetwork& network, double chordError,
                                               std::stop_token stop)
{
    return Mesher(network, chordError, std::move(stop)).run();
}

} // namespace ghostline::carla
