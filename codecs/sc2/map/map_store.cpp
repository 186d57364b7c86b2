// SPDX-License-Identifier: GPL-3.0-or-later
#include "codecs/sc2/map/map_store.h"

#include "codecs/io/read_whole.h"
#include "codecs/sc2/map/map_limits.h"
#include "model/base/text.h"
#include "model/bytes/byte_sources.h"

#include <QDir>
#include <QDirIterator>

namespace ghostline::sc2 {

namespace {

tl::unexpected<model::Error> noSuchMember(std::string_view name)
{
    return model::fail(model::ErrorCode::NotFound,
                       QStringLiteral("the map has no member %1").arg(model::textOf(name)));
}

} // namespace

MapStore::~MapStore() = default;

model::Result<std::vector<std::byte>> ArchiveStore::read(std::string_view name, std::uint64_t most) const
{
    const auto member = m_archive.lookUp(name);
    return member ? m_archive.read(*member, most) : noSuchMember(name);
}

model::Result<std::vector<std::byte>> FolderStore::read(std::string_view name, std::uint64_t most) const
{
    const QString path = pathOf(name);
    if (path.isEmpty())
        return noSuchMember(name);
    const auto file = model::openFile(path);
    if (!file)
        return tl::unexpected(file.error());
    if ((*file)->size() > most)
        return model::fail(
            model::ErrorCode::LimitExceeded,
            QStringLiteral("it has %1 bytes; at most %2 are read").arg((*file)->size()).arg(most));
    return io::readWhole(**file, {});
}

bool FolderStore::has(std::string_view name) const { return !pathOf(name).isEmpty(); }

QString FolderStore::pathOf(std::string_view name) const
{
    const QStringList steps = model::textOf(name).split(u'\\');
    QString path = m_folder;
    for (const QString& step : steps) {
        const auto& names = namesIn(path);
        const auto found = names.find(step.toLower());
        if (found == names.end())
            return {};
        path += u'/' + found->second;
    }
    return path;
}

const std::map<QString, QString>& FolderStore::namesIn(const QString& folder) const
{
    const auto known = m_names.find(folder);
    if (known != m_names.end())
        return known->second;
    auto& names = m_names[folder];
    QDirIterator entries(folder,
                         QDir::Files | QDir::Dirs | QDir::Hidden | QDir::NoDotAndDotDot | QDir::NoSymLinks);
    for (int looked = 0; looked < MaxFolderEntries && entries.hasNext(); ++looked) {
        entries.next();
        const QString name = entries.fileName();
        // Where two names differ in case alone, which of them is taken must not depend on the disk.
        const auto [at, isNew] = names.try_emplace(name.toLower(), name);
        if (!isNew)
            at->second = std::min(at->second, name);
    }
    return names;
}

void noteMember(model::DiagnosticList& diagnostics, std::string_view name, const model::Error& error)
{
    diagnostics.push_back({model::Severity::Error,
                           QStringLiteral("map-member-damaged"),
                           QStringLiteral("%1: %2").arg(model::textOf(name), error.message),
                           {}});
}

} // namespace ghostline::sc2
