// SPDX-License-Identifier: GPL-3.0-or-later
#include "codecs/carla/replay/map_search.h"

#include "codecs/carla/base/limits.h"
#include "codecs/carla/replay/scene.h"

#include <QDir>
#include <QFileInfo>

#include <set>

namespace ghostline::carla {

namespace {

/// Of one folder, by name; not more than are looked through of it.
QStringList foldersIn(const QString& path)
{
    return QDir(path).entryList(QDir::Dirs | QDir::NoDotAndDotDot, QDir::Name).mid(0, MaxMapFolders);
}

/// docs/user/maps.md: the maps that come with it are in one folder, each that was added has one of its own.
QStringList mapFoldersOf(const QString& root)
{
    QStringList found;
    // As it is installed, and as it is built from its sources.
    for (const char* game : {"CarlaUE4", "CarlaUnreal", "Unreal/CarlaUE4", "Unreal/CarlaUnreal"}) {
        const QString content = QStringLiteral("%1/%2/Content").arg(root, QLatin1String(game));
        found += content + QStringLiteral("/Carla/Maps/OpenDrive");
        for (const QString& package : foldersIn(content)) {
            const QString maps = QStringLiteral("%1/%2/Maps").arg(content, package);
            found += maps + QStringLiteral("/OpenDrive");
            for (const QString& map : foldersIn(maps))
                found += QStringLiteral("%1/%2/OpenDrive").arg(maps, map);
        }
    }
    found.removeDuplicates();
    return found;
}

} // namespace

model::SceneSearch findMaps(const model::ByteSource& log, const QString& storedMap,
                            const QStringList& folders, const QString& root, std::stop_token stop)
{
    model::SceneSearch search;
    const QStringList names = mapFileNames(storedMap);
    if (names.isEmpty())
        return search;
    for (const QString& name : names) {
        if (log.sibling((name + QStringLiteral(".xodr")).toStdString(), stop))
            return search;
    }
    QStringList looked;
    for (const QString& folder : folders)
        looked << folder << folder + QStringLiteral("/OpenDrive");
    search.places = folders;
    if (!root.isEmpty()) {
        looked += mapFoldersOf(root);
        search.places += root;
    }
    std::set<QString> known; // folders may lie in one another
    for (const QString& folder : looked) {
        if (stop.stop_requested())
            break;
        for (const QString& name : names) {
            const QFileInfo file(QDir(folder), name + QStringLiteral(".xodr"));
            if (file.isFile() && known.insert(file.canonicalFilePath()).second)
                search.found.push_back({.path = file.absoluteFilePath(), .doubt = {}});
        }
    }
    search.wanted = names.last() + QStringLiteral(".xodr");
    return search;
}

} // namespace ghostline::carla
