// SPDX-License-Identifier: GPL-3.0-or-later
#include "model/codec/scene_reader.h"

#include "model/base/out_of_memory.h"
#include "model/world/placed_things.h"
#include "model/world/scene_on_ground.h"

#include <QFileInfo>

#include <algorithm>
#include <iterator>
#include <utility>

namespace ghostline::model {

namespace {

/// null = that codec reads no maps, or cannot be loaded; the registry tells of it.
const SceneReader* readerOf(const QString& format, const CodecRegistry& registry)
{
    const Result<const Codec*> codec = registry.load(format);
    return codec ? dynamic_cast<const SceneReader*>(*codec) : nullptr;
}

/// The recording's own format is asked first. null = nobody knows it.
const SceneReader* readerFor(const QString& path, const QString& format, const CodecRegistry& registry)
{
    if (const SceneReader* own = readerOf(format, registry); own != nullptr && own->knowsScene(path))
        return own;
    for (const CodecInfo& info : registry.codecs()) {
        const SceneReader* reader = readerOf(info.id, registry);
        if (reader != nullptr && reader->knowsScene(path))
            return reader;
    }
    return nullptr;
}

SceneRequest requestFor(const QString& path, const ReplaySource& source, const SceneChoice& choice)
{
    return {.path = path, .replay = &source, .radius = choice.radius, .at = choice.at};
}

Result<SceneDescription> readMap(const SceneReader& reader, const SceneRequest& request,
                                 const std::stop_token& stop)
{
    auto scene = withinMemory([&] { return reader.readScene(request, stop); });
    if (scene && scene->path.isEmpty())
        scene->path = request.path;
    return scene;
}

void prepend(const Sentence& what, SceneDescription& scene)
{
    if (scene.note.isEmpty()) {
        scene.noteThat(what);
        return;
    }
    scene.noteThat(
        Sentence::of(QStringLiteral("%1 %2"), {what, Sentence::again(scene.note, scene.noteWording)}));
}

Sentence unreadSentence(const QString& map, const Error& error)
{
    return Sentence::of(QStringLiteral("the map %1 cannot be read: %2"),
                        {QFileInfo(map).fileName(), error.said()});
}

Sentence foldersSentence(qsizetype count)
{
    return count == 1
               ? Sentence::of(QStringLiteral("1 folder"))
               : Sentence::of(QStringLiteral("%1 folders"), {Sentence::figure(QString::number(count))});
}

Sentence missingSentence(const SceneSearch& search)
{
    const Sentence wanted = Sentence::again(search.wanted, search.wantedWording);
    if (search.places.isEmpty())
        return Sentence::of(
            QStringLiteral("No map: add its folder in Settings > Maps; %1 would show the ground."), {wanted});
    return Sentence::of(
        QStringLiteral("No map: add its folder in Settings > Maps; %1 would show the ground. Looked in %2."),
        {wanted, foldersSentence(search.places.size())});
}

/// The map that the recording's format finds for it, where there is one without doubt.
class MapFinder
{
public:
    MapFinder(const SceneReader& reader, const ReplaySource& source, const SceneChoice& choice)
        : m_reader(reader), m_source(source), m_choice(choice)
    {
    }

    Result<FoundScene> around(SceneDescription own, const std::stop_token& stop)
    {
        SceneSearch search = m_reader.findScene(m_source, m_choice.folders, stop);
        if (stop.stop_requested())
            return cancelled();
        FoundScene found;
        std::optional<SceneDescription> map;
        for (SceneCandidate& candidate : search.found) {
            if (!map && candidate.doubt.isEmpty())
                map = read(candidate, stop);
            if (stop.stop_requested())
                return cancelled();
            if (!map || map->path != candidate.path)
                found.others.push_back(std::move(candidate));
        }
        if (map) {
            found.scene = combined(std::move(own), std::move(*map));
            return found;
        }
        found.scene = std::move(own);
        if (m_unread)
            prepend(*m_unread, found.scene);
        else if (!found.others.empty())
            prepend(Sentence::of(QStringLiteral("Perhaps the map: %1. View > Surroundings shows it anyway."),
                                 {QFileInfo(found.others.front().path).fileName()}),
                    found.scene);
        else if (!search.wanted.isEmpty())
            prepend(missingSentence(search), found.scene);
        found.places = std::move(search.places);
        return found;
    }

private:
    /// What cannot be read is no map; what turns out to be doubtful when it is read is offered as such.
    std::optional<SceneDescription> read(SceneCandidate& candidate, const std::stop_token& stop)
    {
        auto scene = readMap(m_reader, requestFor(candidate.path, m_source, m_choice), stop);
        if (scene && scene->doubt.isEmpty()) {
            scene->path = candidate.path;
            return std::move(*scene);
        }
        if (scene) {
            candidate.doubt = scene->doubt;
            candidate.doubtWording = scene->doubtWording;
            return {};
        }
        const Sentence why = unreadSentence(candidate.path, scene.error());
        candidate.doubt = why.text();
        candidate.doubtWording = why.wording();
        if (!m_unread)
            m_unread = Sentence::of(QStringLiteral("No map: %1."), {why});
        return {};
    }

    const SceneReader& m_reader;
    const ReplaySource& m_source;
    const SceneChoice& m_choice;
    std::optional<Sentence> m_unread;
};

bool isRoad(SceneRole role)
{
    switch (role) {
    case SceneRole::Road:
    case SceneRole::Shoulder:
    case SceneRole::Sidewalk:
    case SceneRole::Crossing:
    case SceneRole::MarkingWhite:
    case SceneRole::MarkingYellow:
    case SceneRole::Track:
        return true;
    default:
        return false;
    }
}

/// Roads and the tracks that stand in for them are there once: those of the map.
void leaveRoadsToMap(SceneDescription& own, const SceneDescription& map)
{
    const bool hasRoads = std::any_of(map.meshes.begin(), map.meshes.end(),
                                      [](const SceneMesh& m) { return m.role == SceneRole::Road; });
    if (!hasRoads)
        return;
    std::erase_if(own.meshes, [](const SceneMesh& m) { return isRoad(m.role); });
    std::erase_if(own.lines, [](const SceneLines& l) { return isRoad(l.role); });
}

/// What both name is told once: the recording's own label says more.
void leaveLabelsToRecording(const SceneDescription& own, SceneDescription& map)
{
    constexpr double SamePlace = 1.5; // metres
    std::erase_if(map.labels, [&own](const SceneLabel& label) {
        return std::any_of(own.labels.begin(), own.labels.end(), [&label](const SceneLabel& other) {
            return other.text.startsWith(label.text) &&
                   glm::distance(other.position, label.position) < SamePlace;
        });
    });
}

template<typename Parts>
void append(Parts& to, Parts&& from)
{
    to.insert(to.end(), std::make_move_iterator(from.begin()), std::make_move_iterator(from.end()));
}

} // namespace

SceneReader::~SceneReader() = default;

SceneSearch SceneReader::findScene(const ReplaySource&, const QStringList&, std::stop_token) const
{
    return {};
}

std::vector<ScenePlace> SceneReader::usualPlaces() const { return {}; }

std::vector<FormatPlaces> scenePlaces(const CodecRegistry& registry)
{
    std::vector<FormatPlaces> all;
    for (const CodecInfo& info : registry.codecs()) {
        const SceneReader* reader = readerOf(info.id, registry);
        if (reader == nullptr)
            continue;
        std::vector<ScenePlace> places = reader->usualPlaces();
        if (!places.empty())
            all.push_back({info.name, std::move(places)});
    }
    return all;
}

void noteUnread(SceneDescription& own, const QString& map, const Error& error)
{
    prepend(Sentence::of(QStringLiteral("No map: %1."), {unreadSentence(map, error)}), own);
}

bool isSceneName(const QString& path, const CodecRegistry& registry)
{
    return readerFor(path, {}, registry) != nullptr;
}

Result<FoundScene> sceneAround(SceneDescription own, const ReplaySource& source, const SceneChoice& choice,
                               const CodecRegistry& registry, std::stop_token stop)
{
    const QString format = source.index()->info->format;
    if (choice.path.isEmpty()) {
        const SceneReader* reader = readerOf(format, registry);
        if (reader == nullptr)
            return FoundScene{.scene = std::move(own)};
        return withinMemory([&] { return MapFinder(*reader, source, choice).around(std::move(own), stop); });
    }
    const SceneReader* reader = readerFor(choice.path, format, registry);
    if (reader == nullptr)
        return fail(ErrorCode::Unsupported,
                    Sentence::of(QStringLiteral("%1 is no kind of surroundings that can be read"),
                                 {QFileInfo(choice.path).fileName()}));
    auto map = readMap(*reader, requestFor(choice.path, source, choice), stop);
    if (!map)
        return tl::unexpected(std::move(map.error()));
    return withinMemory([&]() -> Result<FoundScene> {
        return FoundScene{.scene = combined(std::move(own), std::move(*map))};
    });
}

Result<FoundScene> sceneOf(const ReplaySource& source, const SceneChoice& choice,
                           const CodecRegistry& registry, std::stop_token stop)
{
    auto own = source.scene(stop);
    if (!own)
        return tl::unexpected(std::move(own.error()));
    return sceneAround(std::move(*own), source, choice, registry, std::move(stop));
}

SceneDescription combined(SceneDescription own, SceneDescription map)
{
    moveMarks(own, map.placed); // before anything is taken out or divided
    leaveRoadsToMap(own, map);
    if (map.ground != nullptr) // and with it what is played on
        std::erase_if(own.meshes, [](const SceneMesh& mesh) { return mesh.role == SceneRole::Field; });
    leaveLabelsToRecording(own, map);
    if (own.heightless && map.ground != nullptr)
        layOnGround(own, *map.ground);
    // A map of blocks alone does not say on which of them people stand; the recording does.
    if (map.ground == nullptr && map.meshes.empty())
        map.groundHeight = own.groundHeight;
    map.heightless = own.heightless;
    append(own.meshes, std::move(map.meshes));
    append(own.lines, std::move(map.lines));
    append(own.labels, std::move(map.labels));
    append(own.grids, std::move(map.grids));
    std::erase_if(map.cameras, [&own](const SceneCamera& camera) {
        return std::any_of(own.cameras.begin(), own.cameras.end(),
                           [&camera](const SceneCamera& other) { return other.name == camera.name; });
    });
    append(own.cameras, std::move(map.cameras));
    map.meshes = std::move(own.meshes);
    map.lines = std::move(own.lines);
    map.labels = std::move(own.labels);
    map.grids = std::move(own.grids);
    map.cameras = std::move(own.cameras);
    if (own.bounds.valid) {
        map.bounds.include(own.bounds.min);
        map.bounds.include(own.bounds.max);
    }
    return map;
}

} // namespace ghostline::model
