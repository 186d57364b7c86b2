// SPDX-License-Identifier: GPL-3.0-or-later
#include "library/store/schema.h"

#include <QStringList>

#include <array>

namespace ghostline::library {

using model::ErrorCode;
using model::Result;
using namespace Qt::StringLiterals;

namespace {

/// From no library to version 1. Paths are the bytes of the names: not all of them are texts.
QStringList first()
{
    return {
        u"CREATE TABLE folders (path BLOB PRIMARY KEY, added_ms INTEGER NOT NULL) WITHOUT ROWID"_s,
        u"CREATE TABLE entries ("
        "id INTEGER PRIMARY KEY, path BLOB NOT NULL UNIQUE,"
        "bytes INTEGER NOT NULL, modified_ms INTEGER NOT NULL,"
        "notes_bytes INTEGER NOT NULL, notes_ms INTEGER NOT NULL,"
        "state INTEGER NOT NULL, error TEXT NOT NULL,"
        "format TEXT NOT NULL, format_name TEXT NOT NULL, version TEXT NOT NULL, map TEXT NOT NULL,"
        "recorded_ms INTEGER, duration_us INTEGER,"
        "flags INTEGER NOT NULL, open_flags INTEGER NOT NULL, worst INTEGER NOT NULL,"
        "bookmarks INTEGER NOT NULL, tags TEXT NOT NULL, lost INTEGER NOT NULL)"_s,
        u"CREATE TABLE people ("
        "entry INTEGER NOT NULL REFERENCES entries (id) ON DELETE CASCADE, position INTEGER NOT NULL,"
        "name TEXT NOT NULL, account TEXT NOT NULL, clan TEXT NOT NULL, team TEXT NOT NULL,"
        "side TEXT NOT NULL, race TEXT NOT NULL, result TEXT NOT NULL,"
        "PRIMARY KEY (entry, position)) WITHOUT ROWID"_s,
        u"CREATE TABLE passed (path BLOB PRIMARY KEY, bytes INTEGER NOT NULL, modified_ms INTEGER NOT NULL)"
        " WITHOUT ROWID"_s};
}

/// `steps[n]` makes version n + 1 of version n.
constexpr std::array<QStringList (*)(), SchemaVersion> Steps{&first};

Result<int> versionOf(Connection& connection)
{
    const auto version = connection.one(u"PRAGMA user_version"_s);
    if (!version)
        return tl::unexpected(version.error());
    if (version->toInt() > SchemaVersion)
        return model::fail(ErrorCode::Unsupported,
                           u"a newer version of Ghostline made this library (%1; this one knows up to %2)"_s
                               .arg(version->toInt())
                               .arg(SchemaVersion));
    return version->toInt();
}

Result<void> runAll(Connection& connection, const QStringList& statements)
{
    for (const QString& statement : statements) {
        if (const auto done = connection.one(statement); !done)
            return tl::unexpected(done.error());
    }
    return {};
}

} // namespace

Result<void> bringUpToDate(Connection& connection, bool mayWrite)
{
    auto version = versionOf(connection);
    if (!version)
        return tl::unexpected(version.error());
    if (!mayWrite && *version < SchemaVersion)
        return model::fail(ErrorCode::Unsupported,
                           u"an older version of Ghostline made this library, which cannot be written"_s);
    if (*version == SchemaVersion)
        return {};
    if (Result<void> begun = runAll(connection, {u"BEGIN IMMEDIATE"_s}); !begun)
        return begun;
    version = versionOf(connection); // another program may have done it meanwhile
    if (!version)
        return tl::unexpected(version.error());
    for (auto step = static_cast<std::size_t>(*version); step < Steps.size(); ++step) {
        if (Result<void> made = runAll(connection, Steps[step]()); !made)
            return made;
    }
    return runAll(connection, {u"PRAGMA user_version = %1"_s.arg(SchemaVersion), u"COMMIT"_s});
}

} // namespace ghostline::library
