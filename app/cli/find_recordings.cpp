// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/find_recordings.h"

#include "model/byte_sources.h"

#include <QDir>
#include <QDirIterator>
#include <QFileInfo>
#include <QHash>

#include <algorithm>

namespace ghostline::app {

using namespace Qt::StringLiterals;

namespace {

bool mayBeRecording(const QString& path, const model::CodecRegistry& registry)
{
    const QString name = QFileInfo(path).fileName();
    for (const model::CodecInfo& codec : registry.codecs()) {
        if (QDir::match(codec.patterns, name))
            return true;
    }
    const auto bytes = model::openFile(path);
    return !bytes || registry.detect(**bytes).has_value();
}

} // namespace

FoundRecordings findRecordings(const QStringList& paths, const model::CodecRegistry& registry)
{
    FoundRecordings found;
    for (const QString& path : paths) {
        if (!QFileInfo(path).isDir() || registry.isReplayFolder(path)) {
            found.files += path;
            continue;
        }
        if (!QDir(path).isReadable()) {
            found.missing.push_back(
                {model::ErrorCode::NotReadable, u"the folder cannot be read"_s, {}, path, {}});
            continue;
        }
        QHash<QString, bool> replayFolders; // asked once each: listing one takes time
        const auto isReplay = [&](const QString& folder) {
            const auto known = replayFolders.constFind(folder);
            return known != replayFolders.cend()
                       ? *known
                       : *replayFolders.insert(folder, registry.isReplayFolder(folder));
        };
        QStringList inside;
        QDirIterator files(path, QDir::Files, QDirIterator::Subdirectories);
        while (files.hasNext())
            inside += files.next();
        inside.sort();
        for (const QString& file : inside) {
            // A folder that is one replay counts once: what else lies in it are its parts.
            const QString folder = QDir::cleanPath(QFileInfo(file).path());
            if (isReplay(folder)) {
                if (!found.files.contains(folder))
                    found.files += folder;
            } else if (mayBeRecording(file, registry))
                found.files += file;
            else
                ++found.skipped;
        }
    }
    return found;
}

} // namespace ghostline::app
