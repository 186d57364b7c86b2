// SPDX-License-Identifier: GPL-3.0-or-later
#include "model/codec/find_recordings.h"

#include "model/bytes/byte_sources.h"
#include "model/bytes/file_names.h"
#include "model/codec/name_pattern.h"

#include <QDir>
#include <QFileInfo>
#include <QHash>
#include <QSet>

namespace ghostline::model {

using namespace Qt::StringLiterals;

namespace {

bool mayBeRecording(const QString& path, const CodecRegistry& registry)
{
    const QString name = QFileInfo(path).fileName();
    for (const CodecInfo& codec : registry.codecs()) {
        if (matchesAny(codec.patterns, name))
            return true;
    }
    const auto bytes = openFile(path);
    return !bytes || registry.detect(**bytes).has_value();
}

/// Why an entry is no recording and not searched; empty = it is a file or a folder.
QString reasonToPass(EntryKind kind)
{
    switch (kind) {
    case EntryKind::File:
    case EntryKind::Folder:
        return {};
    case EntryKind::LinkToFolder:
        return u"links to folders are not followed"_s;
    case EntryKind::DanglingLink:
        return u"this link leads nowhere"_s;
    case EntryKind::LinkLoop:
        return u"this link leads to itself"_s;
    case EntryKind::Special:
        return u"this is not a regular file"_s;
    case EntryKind::Unknown:
        break;
    }
    return u"it cannot be looked at"_s;
}

/// Every file below a folder, in order of the paths.
QStringList filesBelow(const QString& top, FoundRecordings& found, const std::stop_token& stop)
{
    QStringList files;
    QStringList folders{top};
    while (!folders.isEmpty() && !stop.stop_requested()) {
        const QString folder = folders.takeLast();
        const auto entries = listFolder(folder);
        if (!entries) {
            found.missing.push_back(entries.error());
            continue;
        }
        for (const FolderEntry& entry : *entries) {
            if (entry.name.startsWith(u'.'))
                continue;
            const QString path = QDir(folder).filePath(entry.name);
            if (entry.kind == EntryKind::File)
                files << path;
            else if (entry.kind == EntryKind::Folder)
                folders << path;
            else
                found.passedOver.push_back({ErrorCode::NotReadable, reasonToPass(entry.kind), {}, path, {}});
        }
    }
    files.sort();
    return files;
}

void searchFolder(const QString& top, const CodecRegistry& registry, const std::stop_token& stop,
                  FoundRecordings& found)
{
    QHash<QString, bool> replayFolders; // asked once each: listing one takes time
    const auto isReplay = [&](const QString& folder) {
        const auto known = replayFolders.constFind(folder);
        return known != replayFolders.cend() ? *known
                                             : *replayFolders.insert(folder, registry.isReplayFolder(folder));
    };
    const qsizetype before = found.files.size();
    QSet<QString> taken;
    for (const QString& file : filesBelow(top, found, stop)) {
        if (stop.stop_requested())
            return;
        // A folder that is one replay counts once: what else lies in it are its parts.
        const QString folder = QDir::cleanPath(QFileInfo(file).path());
        if (isReplay(folder)) {
            if (!taken.contains(folder))
                found.files += folder;
            taken.insert(folder);
        } else if (mayBeRecording(file, registry))
            found.files += file;
        else
            ++found.skipped;
    }
    if (found.files.size() == before)
        found.without << top;
}

} // namespace

FoundRecordings findRecordings(const QStringList& paths, const CodecRegistry& registry, std::stop_token stop)
{
    FoundRecordings found;
    for (const QString& path : paths) {
        if (!isFolder(path) || registry.isReplayFolder(path)) {
            const QString whole = registry.replayPath(path);
            found.files += whole == QDir::cleanPath(path) ? path : whole;
        } else {
            searchFolder(path, registry, stop, found);
        }
    }
    return found;
}

} // namespace ghostline::model
