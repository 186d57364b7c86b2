// SPDX-License-Identifier: GPL-3.0-or-later
// Straight pieces stay single quads.
#include "codecs/carla/roads/opendrive_mesh.h"

#include "codecs/carla/base/limits.h"
#include "codecs/carla/roads/junction_fill.h"
#include "codecs/carla/roads/junction_marks.h"
#include "codecs/carla/roads/opendrive_parse.h"
#include "codecs/carla/roads/road_furniture.h"
#include "codecs/carla/roads/road_stations.h"

#include <algorithm>
#include <cmath>
#include <optional>

namespace ghostline::carla {

using model::ErrorCode;
using model::fail;
using model::Result;
using model::SceneRole;

namespace {

constexpr double MinLaneWidth = 0.01; // narrower is nothing
// Coplanar surfaces flicker: markings lie above the road, what may reach into a junction below it.
constexpr double MarkingHeight = 0.02;
constexpr double BesideRoadHeight = -0.02;

std::optional<SceneRole> roleOf(const QString& laneType)
{
    static const QStringList roads{
        QStringLiteral("driving"), QStringLiteral("entry"),    QStringLiteral("exit"),
        QStringLiteral("onramp"),  QStringLiteral("offramp"),  QStringLiteral("connectingramp"),
        QStringLiteral("parking"), QStringLiteral("bus"),      QStringLiteral("taxi"),
        QStringLiteral("hov"),     QStringLiteral("biking"),   QStringLiteral("bidirectional"),
        QStringLiteral("shared"),  QStringLiteral("tram"),     QStringLiteral("special1"),
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
    static const QStringList walks{QStringLiteral("sidewalk"), QStringLiteral("walking")};
    if (listed(walks))
        return SceneRole::Sidewalk;
    return std::nullopt;
}

double heightOf(SceneRole role)
{
    return role == SceneRole::Shoulder || role == SceneRole::Sidewalk ? BesideRoadHeight : 0.0;
}

class Mesher
{
public:
    Mesher(const RoadNetwork& network, const RoadSceneOptions& options, std::stop_token stop)
        : m_network(network), m_options(options), m_junctions(network), m_stop(std::move(stop))
    {
    }

    Result<model::SceneDescription> run()
    {
        for (const Road& road : m_network.roads) {
            if (m_stop.stop_requested())
                return model::cancelled(QStringLiteral("drawing the map was cancelled"));
            addRoad(road);
            if (m_surfaces.full())
                break;
        }
        m_fill.fill(m_surfaces);
        if (m_surfaces.full()) {
            return fail(ErrorCode::LimitExceeded,
                        QStringLiteral("the map needs more than %1 corners").arg(MaxMapVertices));
        }
        return finish();
    }

private:
    void addRoad(const Road& road)
    {
        if (road.inJunction)
            m_fill.begin(road.junction, m_surfaces);
        const std::vector<Stretch> drawn = stretches(road);
        for (std::size_t i = 0; i < road.sections.size(); ++i) {
            const LaneSection& section = road.sections[i];
            const double end = i + 1 < road.sections.size() ? road.sections[i + 1].s : road.length;
            for (const Stretch& stretch : drawn) {
                const double from = std::max(section.s, stretch.from);
                const double to = std::min(end, stretch.to);
                if (to > from && !m_surfaces.full())
                    addSection(road, section, from, to);
            }
        }
        if (road.inJunction)
            m_fill.end(m_surfaces);
        for (const Outline& outline : road.outlines)
            addOutline(road, outline, m_surfaces);
        for (const Furniture& piece : road.furniture) {
            const bool shownElsewhere = (piece.kind == Furniture::Kind::Light && !m_options.lights) ||
                                        (piece.kind == Furniture::Kind::Sign && !m_options.signs);
            if (!shownElsewhere)
                addFurniture(road, piece, m_surfaces);
        }
    }

    void addSection(const Road& road, const LaneSection& section, double from, double to)
    {
        std::vector<double> places;
        const double tolerance = std::max(m_options.chordError, 1e-3);
        for (const std::vector<Station>& stations : stationsBetween(road, section, from, to, tolerance)) {
            for (std::size_t i = 0; i < section.lanes.size(); ++i)
                addLane(section.lanes[i], i, stations);
            for (const Station& st : stations)
                places.push_back(st.s);
        }
        for (std::size_t i = 0; i < section.lanes.size(); ++i) {
            if (!road.inJunction || section.lanes[i].id == 0)
                addMarks(road, section, i, {from, to}, places);
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
            m_surfaces.addQuad(
                *role, {a.at(low(a), lift), b.at(low(b), lift), b.at(high(b), lift), a.at(high(a), lift)});
        }
    }

    void addMarks(const Road& road, const LaneSection& section, std::size_t lane, const Stretch& stretch,
                  const std::vector<double>& places)
    {
        const std::vector<RoadMark>& marks = section.lanes[lane].marks;
        for (std::size_t k = 0; k < marks.size(); ++k) {
            const RoadMark& mark = marks[k];
            const double from = std::max(stretch.from, section.s + mark.s);
            const double to =
                std::min(stretch.to, k + 1 < marks.size() ? section.s + marks[k + 1].s : stretch.to);
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
        for (double k = std::floor(from / period); k * period < to && !m_surfaces.full(); k += 1.0) {
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
        Station a = stationAt(road, section, from);
        auto next = std::upper_bound(places.begin(), places.end(), from + 0.01);
        while (a.s < to && !m_surfaces.full()) {
            const bool more = next != places.end() && *next < to - 0.01;
            const Station b = stationAt(road, section, more ? *next++ : to - 1e-6);
            const double ta = a.outer[lane] + shift;
            const double tb = b.outer[lane] + shift;
            m_surfaces.addQuad(role, {a.at(ta - half, MarkingHeight), b.at(tb - half, MarkingHeight),
                                      b.at(tb + half, MarkingHeight), a.at(ta + half, MarkingHeight)});
            a = b;
            if (!more)
                return;
        }
    }

    model::SceneDescription finish() const
    {
        model::SceneDescription scene = m_surfaces.scene();
        if (scene.bounds.valid)
            scene.groundHeight = scene.bounds.min.y - 0.05;
        QStringList notes;
        if (m_network.omitted > 0) {
            const std::size_t more = m_network.omitted - static_cast<std::size_t>(m_network.omissions.size());
            notes += QStringLiteral("Left out: ") + m_network.omissions.join(QStringLiteral("; ")) +
                     (more > 0 ? QStringLiteral("; and %1 more.").arg(more) : QStringLiteral("."));
        }
        if (m_network.shapedAcross)
            notes += QStringLiteral("Roads that are curved across are drawn straight across.");
        scene.note = notes.join(QLatin1Char(' '));
        return scene;
    }

    const RoadNetwork& m_network;
    RoadSceneOptions m_options;
    JunctionMarks m_junctions;
    JunctionFill m_fill;
    RoadSurfaces m_surfaces;
    std::stop_token m_stop;
};

} // namespace

Result<model::SceneDescription> buildRoadScene(const RoadNetwork& network, const RoadSceneOptions& options,
                                               std::stop_token stop)
{
    return Mesher(network, options, std::move(stop)).run();
}

Result<model::SceneDescription> readOpenDrive(const model::ByteSource& bytes, const RoadSceneOptions& options,
                                              std::stop_token stop)
{
    const auto network = parseOpenDrive(bytes, stop);
    if (!network)
        return tl::unexpected(network.error());
    return buildRoadScene(*network, options, std::move(stop));
}

} // namespace ghostline::carla
