// SPDX-License-Identifier: GPL-3.0-or-later
#include "library/scan/look_through.h"

#include "model/bytes/file_names.h"
#include "model/codec/name_pattern.h"
#include "model/sidecar/sidecar.h"

#include <QSet>

#include <algorithm>
#include <sys/stat.h>

namespace ghostline::library {

using namespace Qt::StringLiterals;

namespace {

bool isCalledLikeOne(const QString& name, const model::CodecRegistry& registry)
{
    return std::ranges::any_of(registry.codecs(), [&name](const model::CodecInfo& codec) {
        return model::matchesAny(codec.patterns, name);
    });
}

Stamp stampOfFile(const QString& path)
{
    struct stat found
    {
    };
    if (::stat(model::pathToBytes(path).constData(), &found) != 0)
        return {-1, 0};
    return {found.st_size, found.st_mtim.tv_sec * 1000 + found.st_mtim.tv_nsec / 1'000'000};
}

/// A folder's own size and time say nothing of what is written into its files.
Stamp stampOfFolder(const QString& path, const std::vector<model::FolderEntry>& entries)
{
    Stamp sum;
    for (const model::FolderEntry& entry : entries) {
        if (entry.kind != model::EntryKind::File)
            continue;
        const Stamp part = stampOfFile(path + u'/' + entry.name);
        sum.bytes += std::max<qint64>(part.bytes, 0);
        sum.modifiedMs = std::max(sum.modifiedMs, part.modifiedMs);
    }
    return sum;
}

class Look
{
public:
    Look(const model::CodecRegistry& registry, const std::stop_token& stop)
        : m_registry(registry), m_stop(stop)
    {
    }

    void into(const QString& top)
    {
        QStringList folders{top};
        while (!folders.isEmpty() && !m_stop.stop_requested()) {
            const QString folder = folders.takeLast();
            if (m_seen.contains(folder)) // lies in another one that is looked through, too
                continue;
            m_seen.insert(folder);
            const auto entries = model::listFolder(folder);
            if (!entries) {
                m_found.missing.push_back(entries.error());
                continue;
            }
            if (m_registry.isReplayFolder(folder))
                m_found.files.push_back({folder, stampOfFolder(folder, *entries), notesStampOf(folder)});
            else
                take(folder, *entries, folders);
        }
    }
    FoundFiles result() { return std::move(m_found); }

private:
    void take(const QString& folder, const std::vector<model::FolderEntry>& entries, QStringList& folders)
    {
        for (const model::FolderEntry& entry : entries) {
            if (entry.name.startsWith(u'.'))
                continue;
            const QString path = folder == u"/"_s ? folder + entry.name : folder + u'/' + entry.name;
            if (entry.kind == model::EntryKind::Folder)
                folders << path;
            else if (entry.kind == model::EntryKind::File && isCalledLikeOne(entry.name, m_registry))
                m_found.files.push_back({path, stampOfFile(path), notesStampOf(path)});
            else if (entry.kind == model::EntryKind::File)
                ++m_found.others;
        }
    }

    const model::CodecRegistry& m_registry;
    const std::stop_token& m_stop;
    QSet<QString> m_seen;
    FoundFiles m_found;
};

} // namespace

FoundFiles lookThrough(const QStringList& folders, const model::CodecRegistry& registry,
                       const std::stop_token& stop)
{
    Look look(registry, stop);
    for (const QString& folder : folders)
        look.into(folder);
    return look.result();
}

Stamp stampOf(const QString& path)
{
    if (!model::isFolder(path))
        return stampOfFile(path);
    const auto entries = model::listFolder(path);
    return entries ? stampOfFolder(path, *entries) : Stamp{-1, 0};
}

Stamp notesStampOf(const QString& path)
{
    const Stamp beside = stampOfFile(model::sidecarPath(path));
    const Stamp own = stampOfFile(model::privateSidecarPath(path));
    if (own.bytes < 0)
        return beside;
    return {std::max<qint64>(beside.bytes, 0) + own.bytes, std::max(beside.modifiedMs, own.modifiedMs)};
}

} // namespace ghostline::library
