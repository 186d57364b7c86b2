// SPDX-License-Identifier: GPL-3.0-or-later
#include "codecs/recording/worlds/anvil_folder.h"

#include "codecs/recording/format/limits.h"
#include "model/bytes/file_names.h"

#include <QDir>
#include <QFileInfo>
#include <QRegularExpression>

namespace ghostline::recording {

using model::ErrorCode;
using model::Result;

namespace {

/// Where regions may lie below the folder that was named, the newest way first.
QStringList regionFolders(const QString& path)
{
    const QDir folder(path);
    return {folder.filePath(QStringLiteral("dimensions/minecraft/overworld/region")),
            folder.filePath(QStringLiteral("region")), path};
}

/// Entities and points of interest lie beside the regions, in files of the same form.
bool isOtherKind(const QString& folder)
{
    const QString name = QDir(folder).dirName();
    return name == QLatin1String("entities") || name == QLatin1String("poi");
}

bool isWithin(const QString& root, const QString& path)
{
    const QString inside = QFileInfo(path).canonicalFilePath();
    const QString around = QFileInfo(root).canonicalFilePath();
    return !inside.isEmpty() && !around.isEmpty() &&
           (inside == around || inside.startsWith(around.endsWith(u'/') ? around : around + u'/'));
}

/// The regions of one folder; those whose links lead out of `root` are counted.
Result<RegionFiles> filesIn(const QString& folder, const QString& root)
{
    const auto entries = model::listFolder(folder);
    if (!entries)
        return tl::unexpected(entries.error());
    RegionFiles found;
    for (const model::FolderEntry& entry : *entries) {
        if (entry.kind != model::EntryKind::File || found.files.size() >= MaxRegionNames)
            continue;
        const auto at = regionOfName(entry.name);
        if (!at)
            continue;
        const QString path = QDir(folder).filePath(entry.name);
        if (QFileInfo(path).isSymLink() && !isWithin(root, path)) {
            ++found.leftOut;
            continue;
        }
        found.files.push_back({path, *at});
    }
    return found;
}

} // namespace

std::optional<glm::ivec2> regionOfName(const QString& name, bool prefixed)
{
    static const QRegularExpression Whole(QStringLiteral(R"(^r\.(-?\d{1,6})\.(-?\d{1,6})\.mca$)"));
    static const QRegularExpression Prefixed(
        QStringLiteral(R"(^(?:.*[._-])?r\.(-?\d{1,6})\.(-?\d{1,6})\.mca$)"));
    const auto match = (prefixed ? Prefixed : Whole).match(name);
    if (!match.hasMatch())
        return std::nullopt;
    // 30 million blocks: a chunk's place times sixteen then fits 32 bits.
    constexpr int Farthest = 58'594;
    const glm::ivec2 at{match.captured(1).toInt(), match.captured(2).toInt()};
    return std::abs(at.x) <= Farthest && std::abs(at.y) <= Farthest ? std::optional(at) : std::nullopt;
}

bool isAnvilFolder(const QString& path)
{
    if (!model::isFolder(path))
        return false;
    const QStringList folders = regionFolders(path);
    return std::any_of(folders.begin(), folders.end(), [&](const QString& folder) {
        if (!model::isFolder(folder) || isOtherKind(folder))
            return false;
        const auto found = filesIn(folder, path);
        return found && !found->files.empty();
    });
}

Result<RegionFiles> regionFilesOf(const QString& path)
{
    if (!model::pathExists(path))
        return model::fail(ErrorCode::NotFound, QStringLiteral("there is no such file or folder"));
    if (!model::isFolder(path)) {
        const auto at = regionOfName(QFileInfo(path).fileName(), true);
        if (!at)
            return model::fail(
                ErrorCode::Unsupported,
                QStringLiteral("the name of a region file must end in r.X.Z.mca, with its place"));
        return RegionFiles{{{path, *at}}, 0};
    }
    std::size_t leftOut = 0;
    for (const QString& folder : regionFolders(path)) {
        if (!model::isFolder(folder) || isOtherKind(folder))
            continue;
        if (!isWithin(path, folder)) {
            ++leftOut;
            continue;
        }
        auto found = filesIn(folder, path);
        if (!found && folder == path)
            return found;
        if (!found)
            continue;
        leftOut += found->leftOut;
        if (!found->files.empty())
            return found;
    }
    return model::fail(
        ErrorCode::Unsupported,
        leftOut > 0 ? QStringLiteral("its regions are links that lead out of the folder, which are not "
                                     "followed")
                    : QStringLiteral("the folder holds no regions (r.X.Z.mca) of a world"));
}

} // namespace ghostline::recording
