// SPDX-License-Identifier: GPL-3.0-or-later
// Looks for the map of a log, and makes trails of the actors' tracks where there is none.
#include "codecs/carla/replay/scene.h"

#include "codecs/carla/base/limits.h"
#include "codecs/io/read_whole.h"
#include "codecs/io/xml_bounds.h"
#include "model/bytes/byte_sources.h"

#include <QDir>
#include <QFileInfo>
#include <QXmlStreamReader>

#include <algorithm>
#include <cmath>

namespace ghostline::carla {

using model::ErrorCode;
using model::fail;
using model::Result;
using model::SceneDescription;

namespace {

constexpr float MaxStep = 60.0F; // metres between two samples: more is a jump, not a drive
constexpr model::FrameNumber NoFrame = -1;
constexpr double OffRoad = 10.0;   // metres beside a network that a car park may lie
constexpr double LeastOnMap = 0.6; // of the sampled places, on a map that is the recording's

Result<SceneDescription> readMap(const model::ByteSource& bytes, const QString& name,
                                 const RoadSceneOptions& roads, std::stop_token stop)
{
    Result<SceneDescription> scene = readOpenDrive(bytes, roads, std::move(stop));
    if (!scene) {
        scene.error().file = name;
        return scene;
    }
    scene->name = QFileInfo(name).fileName();
    if (scene->meshes.empty()) {
        return fail(
            ErrorCode::Unsupported,
            QStringLiteral("%1 has no lane that can be drawn. %2").arg(scene->name, scene->note).trimmed());
    }
    return scene;
}

/// A scenario as a whole: they are small.
Result<QByteArray> scenarioText(const QString& path, const std::stop_token& stop)
{
    const auto file = model::openFile(path);
    if (!file)
        return tl::unexpected(file.error());
    if ((*file)->size() > MaxScenarioBytes)
        return fail(ErrorCode::LimitExceeded,
                    QStringLiteral("%1 has more than the %2 bytes that are read of a scenario")
                        .arg(path)
                        .arg(MaxScenarioBytes));
    return io::readWhole(**file, stop).map([](const std::vector<std::byte>& bytes) {
        return QByteArray(reinterpret_cast<const char*>(bytes.data()), static_cast<qsizetype>(bytes.size()));
    });
}

/// The map that an OpenSCENARIO file drives on: <RoadNetwork><LogicFile filepath="..."/>.
Result<QString> logicFile(const QString& scenario, const std::stop_token& stop)
{
    const auto text = scenarioText(scenario, stop);
    if (!text)
        return tl::unexpected(text.error());
    QXmlStreamReader xml;
    io::feedXml(xml, *text);
    while (!xml.atEnd()) {
        if (stop.stop_requested())
            return model::cancelled();
        if (xml.readNext() != QXmlStreamReader::StartElement || xml.name() != u"LogicFile")
            continue;
        const QString path = xml.attributes().value(QLatin1String("filepath")).toString();
        if (!path.isEmpty())
            return QFileInfo(scenario).dir().filePath(path);
    }
    if (xml.hasError()) {
        return fail(
            ErrorCode::Damaged,
            QStringLiteral("%1, line %2: %3").arg(scenario).arg(xml.lineNumber()).arg(xml.errorString()));
    }
    return fail(ErrorCode::Unsupported, scenario + QStringLiteral(" names no road network"));
}

} // namespace

Result<SceneDescription> readMapFile(const QString& path, const RoadSceneOptions& roads, std::stop_token stop)
{
    if (path.endsWith(QLatin1String(".xosc"), Qt::CaseInsensitive)) {
        const auto map = logicFile(path, stop);
        if (!map)
            return tl::unexpected(map.error());
        // One step: a scenario that names another is followed no further.
        if (!map->endsWith(QLatin1String(".xosc"), Qt::CaseInsensitive))
            return readMapFile(*map, roads, std::move(stop));
        return fail(ErrorCode::Unsupported, *map + QStringLiteral(" is no road network"));
    }
    const auto file = model::openFile(path);
    if (!file)
        return tl::unexpected(file.error());
    return readMap(**file, path, roads, std::move(stop));
}

QStringList mapFileNames(const QString& storedMap)
{
    // The name comes from the file: only its last part, and nothing that climbs out of a folder.
    QString name = storedMap.section(QLatin1Char('/'), -1).section(QLatin1Char('\\'), -1).trimmed();
    name.remove(QChar::Null);
    if (name.isEmpty() || name.startsWith(QLatin1Char('.')) || name.size() > 200)
        return {};
    QStringList names{name};
    if (name.endsWith(QLatin1String("_Opt")))
        names.append(name.chopped(4));
    return names;
}

Result<SceneDescription> readMapBeside(const model::ByteSource& log, const QString& storedMap,
                                       const RoadSceneOptions& roads, std::stop_token stop)
{
    const QStringList names = mapFileNames(storedMap);
    for (const QString& name : names) {
        const QString file = name + QStringLiteral(".xodr");
        if (const auto beside = log.sibling(file.toStdString())) {
            auto scene = readMap(**beside, file, roads, stop);
            if (scene)
                scene->path = (*beside)->identity().name;
            return scene;
        }
    }
    return fail(ErrorCode::NotFound,
                names.isEmpty() ? QStringLiteral("the recording names no map")
                                : QStringLiteral("no %1.xodr beside the recording").arg(names.last()));
}

RoadSceneOptions furnitureBeside(std::span<const model::ActorInfo> cast)
{
    const auto reports = [cast](model::ActorKind kind) {
        return std::any_of(cast.begin(), cast.end(),
                           [kind](const model::ActorInfo& a) { return a.kind == kind; });
    };
    return {.lights = !reports(model::ActorKind::TrafficLight), .signs = !reports(model::ActorKind::Sign)};
}

void compareWithTracks(SceneDescription& roads, std::span<const TrackSample> samples)
{
    if (!roads.bounds.valid || samples.empty())
        return;
    const glm::dvec3 low = roads.bounds.min - OffRoad;
    const glm::dvec3 high = roads.bounds.max + OffRoad;
    const auto inside = std::count_if(samples.begin(), samples.end(), [&](const TrackSample& s) {
        return s.position.x >= low.x && s.position.x <= high.x && s.position.z >= low.z &&
               s.position.z <= high.z;
    });
    const double share = static_cast<double>(inside) / static_cast<double>(samples.size());
    if (share >= LeastOnMap)
        return;
    roads.doubtThat(
        model::Sentence::of(QStringLiteral("only %1 % of the recorded places lie within the roads of %2"),
                            {model::Sentence::figure(std::floor(share * 100.0), 0), roads.name}));
}

SceneDescription buildTrackScene(std::span<const TrackSample> samples)
{
    SceneDescription scene;
    std::vector<TrackSample> sorted(samples.begin(), samples.end());
    std::stable_sort(sorted.begin(), sorted.end(), [](const TrackSample& a, const TrackSample& b) {
        return a.actor != b.actor ? a.actor < b.actor : a.frame < b.frame;
    });
    for (const TrackSample& sample : sorted)
        scene.bounds.include(sample.position);
    if (!scene.bounds.valid)
        return scene;
    scene.groundHeight = scene.bounds.min.y - 0.05;
    model::SceneLines lines{.role = model::SceneRole::Track,
                            .origin = glm::round((scene.bounds.min + scene.bounds.max) / 2.0),
                            .points = {},
                            .starts = {}};
    TrackSample last{.actor = 0, .frame = NoFrame, .position = glm::vec3(0.0F)};
    glm::vec3 drawn{0.0F};
    std::size_t lineStart = 0;
    const auto endLine = [&] { // a line of one point is none
        if (lines.points.size() - lineStart == 1) {
            lines.points.pop_back();
            lines.starts.pop_back();
        }
        lineStart = lines.points.size();
    };
    for (const TrackSample& sample : sorted) {
        const bool goesOn = last.frame != NoFrame && sample.actor == last.actor &&
                            glm::distance(sample.position, last.position) <= MaxStep;
        last = sample;
        // Standing still adds nothing to a trail.
        if (goesOn && glm::distance(sample.position, drawn) < 0.5F)
            continue;
        if (!goesOn) {
            endLine();
            lines.starts.push_back(static_cast<std::uint32_t>(lines.points.size()));
        }
        drawn = sample.position;
        lines.points.emplace_back(glm::dvec3(sample.position) - lines.origin + glm::dvec3(0.0, 0.05, 0.0));
    }
    endLine();
    if (!lines.points.empty())
        scene.lines.push_back(std::move(lines));
    return scene;
}

SceneDescription carlaScene(const model::ByteSource& log, const QString& storedMap,
                            std::span<const model::ActorInfo> cast, std::span<const TrackSample> samples,
                            std::stop_token stop)
{
    Result<SceneDescription> roads = readMapBeside(log, storedMap, furnitureBeside(cast), std::move(stop));
    if (roads) {
        compareWithTracks(*roads, samples);
        return std::move(*roads);
    }
    const model::Error& error = roads.error();
    SceneDescription scene = buildTrackScene(samples);
    const model::Sentence instead =
        model::Sentence::of(QStringLiteral("The actors' own tracks are drawn instead."));
    if (error.code == ErrorCode::NotFound && !mapFileNames(storedMap).isEmpty()) {
        scene.noteThat(instead); // which map is missing is told by whoever looks for it elsewhere, too
        return scene;
    }
    const QString file = error.file.isEmpty() || error.message.contains(error.file)
                             ? QString()
                             : QFileInfo(error.file).fileName() + QStringLiteral(": ");
    const QString why = error.message.endsWith(QLatin1Char('.')) ? error.message.chopped(1) : error.message;
    scene.noteThat(model::Sentence::of(QStringLiteral("No road network: %1%2. %3"), {file, why, instead}));
    return scene;
}

} // namespace ghostline::carla
