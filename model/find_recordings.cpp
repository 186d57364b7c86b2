// SPDX-License-Identifier: GPL-3.0-or-later
#include "model/find_recordings.h"

#include "model/byte_sources.h"

#include <QDir>
#include <QDirIterator>
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
        if (QDir::match(codec.patterns, name))
            return true;
    }
    const auto bytes = openFile(path);
    return !bytes || registry.detect(**bytes).has_value();
}

} // namespace

FoundRecordings findRecordings(const QStringList& paths, const CodecRegistry& registry, std::stop_token stop)
{
    FoundRecordings found;
    for (const QString& path : paths) {
        if (!QFileInfo(path).isDir() || registry.isReplayFolder(path)) {
            const QString whole = registry.replayPath(path);
            found.files += whole == QDir::cleanPath(path) ? path : whole;
            continue;
        }
        if (!QDir(path).isReadable()) {
            found.missing.push_back({ErrorCode::NotReadable, u"the folder cannot be read"_s, {}, path, {}});
            continue;
        }
        QHash<QString, bool> replayFolders; // asked once each: listing one takes time
        const auto isReplay = [&](const QString& folder) {
            const auto known = replayFolders.constFind(folder);
            return known != replayFolders.cend()
                       ? *known
                       : *replayFolders.insert(folder, registry.isReplayFolder(folder));
        };
        QSet<QString> taken;
        QStringList inside;
        QDirIterator files(path, QDir::Files, QDirIterator::Subdirectories);
        while (files.hasNext() && !stop.stop_requested())
            inside += files.next();
        inside.sort();
        for (const QString& file : inside) {
            if (stop.stop_requested())
                return found;
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
    }
    return found;
}

} // namespace ghostline::model
