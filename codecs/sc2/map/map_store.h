// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// Where a map's members come from: an archive, or a folder that has the same names as files.
#include "codecs/sc2/container/mpq_archive.h"
#include "model/base/diagnostic.h"

#include <QString>

#include <map>

namespace ghostline::sc2 {

/// One thread at a time.
class MapStore
{
public:
    virtual ~MapStore();
    /// Names have backslashes between folders; case does not matter. NotFound when there is no such member,
    /// LimitExceeded when it has more than `most` bytes.
    virtual model::Result<std::vector<std::byte>> read(std::string_view name, std::uint64_t most) const = 0;
};

/// `archive` must outlive it.
class ArchiveStore final : public MapStore
{
public:
    explicit ArchiveStore(const MpqArchive& archive) : m_archive(archive) {}
    model::Result<std::vector<std::byte>> read(std::string_view name, std::uint64_t most) const override;

private:
    const MpqArchive& m_archive;
};

/// Only what really lies in the folder is read: no link leads out of it, no pipe or device is opened.
class FolderStore final : public MapStore
{
public:
    explicit FolderStore(QString folder) : m_folder(std::move(folder)) {}
    model::Result<std::vector<std::byte>> read(std::string_view name, std::uint64_t most) const override;
    bool has(std::string_view name) const;

private:
    QString pathOf(std::string_view name) const;
    const std::map<QString, QString>& namesIn(const QString& folder) const;

    QString m_folder;
    /// Of folders that were looked through: names by their lower case.
    mutable std::map<QString, std::map<QString, QString>> m_names;
};

/// Says of a member that it could not be used, and why.
void noteMember(model::DiagnosticList& diagnostics, std::string_view name, const model::Error& error);

} // namespace ghostline::sc2
