// SPDX-License-Identifier: GPL-3.0-or-later
#include "codecs/recording/replay/map_search.h"

#include "codecs/recording/format/limits.h"
#include "codecs/recording/worlds/world_file.h"
#include "model/base/sentence.h"
#include "model/bytes/file_names.h"
#include "model/bytes/http_source.h"

#include <QDir>
#include <QFileInfo>

#include <algorithm>
#include <array>
#include <tuple>

namespace ghostline::recording {

namespace {

/// Names are compared without case, and whatever stands between their words.
QString folded(const QString& name)
{
    QString plain = name.trimmed().toCaseFolded();
    plain.replace(u' ', u'_').replace(u'-', u'_');
    return plain;
}

/// An id may be written with or without its hyphens.
QString bare(const QString& id) { return folded(id).remove(u'_'); }

/// A map as the recording names it: by the world's UUID in the header, and perhaps by another id of the
/// server's.
struct MapNames
{
    QStringList ids; ///< the one to tell people of first
    QString name;

    explicit MapNames(const FileDescription& recording) : name(recording.metadata.mapName.trimmed())
    {
        for (const QString& id : {recording.header.worldIdText(), recording.metadata.mapId.trimmed()}) {
            const QString digits = bare(id);
            const bool none = std::all_of(digits.begin(), digits.end(), [](QChar c) { return c == u'0'; });
            if (!none && !ids.contains(id))
                ids << id;
        }
    }
    bool unknown() const { return ids.isEmpty() && name.isEmpty(); }
    bool isId(const QString& stem) const
    {
        constexpr qsizetype UuidDigits = 32;
        return std::any_of(ids.begin(), ids.end(), [&](const QString& id) {
            return folded(stem) == folded(id) || (bare(id).size() == UuidDigits && bare(stem) == bare(id));
        });
    }
    bool isName(const QString& stem) const { return !name.isEmpty() && folded(stem) == folded(name); }
};

struct Found
{
    model::SceneCandidate candidate;
    bool sure = false;
    qsizetype folder = 0; ///< in the order they are searched
    std::size_t kind = 0; ///< in the order of worldEndings()
};

/// What keeps the map's own place comes first; "" is a folder.
constexpr std::array<QLatin1String, 6> worldEndings()
{
    return {QLatin1String(".polar"), QLatin1String(""),           QLatin1String(".slime"),
            QLatin1String(".schem"), QLatin1String(".schematic"), QLatin1String(".litematic")};
}

/// The name of a file without what it ends in, and which kind that is; nothing for one that is no world.
std::optional<std::pair<QString, std::size_t>> stemOf(const model::FolderEntry& entry)
{
    const bool folder =
        entry.kind == model::EntryKind::Folder || entry.kind == model::EntryKind::LinkToFolder;
    if (!folder && entry.kind != model::EntryKind::File)
        return std::nullopt;
    for (std::size_t kind = 0; kind < worldEndings().size(); ++kind) {
        const QLatin1String ending = worldEndings()[kind];
        if (ending.isEmpty() != folder)
            continue;
        if (folder)
            return std::pair(entry.name, kind);
        if (entry.name.endsWith(ending, Qt::CaseInsensitive))
            return std::pair(entry.name.chopped(ending.size()), kind);
    }
    return std::nullopt;
}

void searchFolder(const QString& path, qsizetype number, const MapNames& map, std::vector<Found>& found)
{
    const auto entries = model::listFolder(path);
    if (!entries)
        return; // there is none: the user is told where was looked
    int left = MaxSceneNames;
    for (const model::FolderEntry& entry : *entries) {
        if (--left < 0)
            return;
        const auto stem = stemOf(entry);
        if (!stem)
            continue;
        const bool sure = map.isId(stem->first);
        const QString file = QDir(path).filePath(entry.name);
        if ((!sure && !map.isName(stem->first)) || !isWorldName(file))
            continue;
        Found one;
        one.candidate.path = file;
        one.sure = sure;
        one.folder = number;
        one.kind = stem->second;
        if (!sure) {
            const model::Sentence doubt =
                map.ids.isEmpty()
                    ? model::Sentence::of(
                          QStringLiteral("only its name says that it is the map: the recording names no id"))
                    : model::Sentence::of(QStringLiteral("it bears the map's name, but not its id %1"),
                                          {map.ids.front()});
            one.candidate.doubt = doubt.text();
            one.candidate.doubtWording = doubt.wording();
        }
        found.push_back(std::move(one));
    }
}

/// Where a recording lies; one in segments is a folder itself, and has something beside it, too.
QStringList placesBeside(const RecordingFile& recording)
{
    const QString name = recording.bytes()->identity().name;
    if (model::isWebAddress(name) || !model::pathExists(name))
        return {};
    const QDir own = QFileInfo(name).absoluteDir();
    QStringList places{own.path()};
    if (recording.description().layout == Layout::Segmented && !own.isRoot())
        places << QFileInfo(own.path()).absolutePath();
    return places;
}

model::Sentence wantedOf(const MapNames& map)
{
    constexpr qsizetype Longest = 100;
    const QString name = map.name.left(Longest);
    const QString id = map.ids.isEmpty() ? name : map.ids.front().left(Longest);
    if (map.ids.isEmpty() || name.isEmpty())
        return model::Sentence::of(QStringLiteral("the world %1.polar (or a folder or another kind of world "
                                                  "with that name)"),
                                   {id});
    return model::Sentence::of(QStringLiteral("the world \"%1\" (%2.polar, or a folder or another kind of "
                                              "world with that name)"),
                               {name, id});
}

} // namespace

model::SceneSearch findMap(const RecordingFile& recording, const QStringList& folders,
                           const std::stop_token& stop)
{
    model::SceneSearch search;
    const MapNames map(recording.description());
    if (map.unknown())
        return search;
    for (const QString& folder : folders + placesBeside(recording)) {
        const QString path = QDir::cleanPath(QDir(folder).absolutePath());
        if (!search.places.contains(path))
            search.places << path;
    }
    std::vector<Found> found;
    for (qsizetype i = 0; i < search.places.size() && !stop.stop_requested(); ++i)
        searchFolder(search.places[i], i, map, found);
    std::stable_sort(found.begin(), found.end(), [](const Found& a, const Found& b) {
        return std::tuple(!a.sure, a.folder, a.kind) < std::tuple(!b.sure, b.folder, b.kind);
    });
    if (found.empty() || !found.front().sure) {
        const model::Sentence wanted = wantedOf(map);
        search.wanted = wanted.text();
        search.wantedWording = wanted.wording();
    }
    search.found.reserve(found.size());
    for (Found& one : found)
        search.found.push_back(std::move(one.candidate));
    return search;
}

} // namespace ghostline::recording
