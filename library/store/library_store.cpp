// SPDX-License-Identifier: GPL-3.0-or-later
#include "library/store/library_store.h"

#include "library/store/salvage.h"
#include "library/store/schema.h"
#include "model/bytes/file_names.h"

#include <QDir>
#include <QFileInfo>
#include <QStandardPaths>

#include <algorithm>

namespace ghostline::library {

using model::ErrorCode;
using model::Result;
using namespace Qt::StringLiterals;

namespace {

// Names of files are bytes; a text would lose those that are no UTF-8.
QVariant stored(const QString& path) { return model::pathToBytes(path); }
QString pathOf(const QVariant& value) { return model::pathFromBytes(value.toByteArray()); }

/// SQLite takes a null text for no value at all.
QVariant text(const QString& value) { return value.isNull() ? QString(u""_s) : value; }

Stamp stampAt(const QSqlQuery& row, int column)
{
    return {row.value(column).toLongLong(), row.value(column + 1).toLongLong()};
}

ReadState stateOf(const QVariant& value)
{
    return static_cast<ReadState>(std::clamp(value.toInt(), 0, static_cast<int>(ReadState::Unreadable)));
}

constexpr QLatin1StringView EntryColumns{
    "path, bytes, modified_ms, notes_bytes, notes_ms, state, error, format, format_name, version, map, "
    "recorded_ms, duration_us, flags, open_flags, worst, bookmarks, tags, lost"};
constexpr int EntryValues = 19;

/// Of `id` and EntryColumns.
Entry entryAt(const QSqlQuery& row)
{
    Entry entry;
    entry.id = row.value(0).toLongLong();
    entry.path = pathOf(row.value(1));
    entry.stamp = stampAt(row, 2);
    entry.notes = stampAt(row, 4);
    entry.state = stateOf(row.value(6));
    entry.error = row.value(7).toString();
    entry.format = row.value(8).toString();
    entry.formatName = row.value(9).toString();
    entry.version = row.value(10).toString();
    entry.map = row.value(11).toString();
    if (!row.isNull(12))
        entry.recordedAt = QDateTime::fromMSecsSinceEpoch(row.value(12).toLongLong(), Qt::UTC);
    if (!row.isNull(13))
        entry.duration = model::Micros{row.value(13).toLongLong()};
    entry.flags = row.value(14).toInt();
    entry.openFlags = row.value(15).toInt();
    entry.worst = row.value(16).toInt();
    entry.bookmarks = row.value(17).toInt();
    entry.tags = row.value(18).toString().split(u'\n', Qt::SkipEmptyParts);
    entry.lostData = row.value(19).toBool();
    return entry;
}

QVariantList valuesOf(const Entry& entry)
{
    const QVariant recorded =
        entry.recordedAt.isValid() ? QVariant(entry.recordedAt.toMSecsSinceEpoch()) : QVariant();
    const QVariant duration =
        entry.duration ? QVariant(static_cast<qint64>(entry.duration->count())) : QVariant();
    return {stored(entry.path),
            entry.stamp.bytes,
            entry.stamp.modifiedMs,
            entry.notes.bytes,
            entry.notes.modifiedMs,
            static_cast<int>(entry.state),
            text(entry.error),
            text(entry.format),
            text(entry.formatName),
            text(entry.version),
            text(entry.map),
            recorded,
            duration,
            entry.flags,
            entry.openFlags,
            entry.worst,
            entry.bookmarks,
            text(entry.tags.join(u'\n')),
            entry.lostData};
}

/// "path = excluded.path, ..."
QString updates()
{
    QStringList parts;
    for (const QString& column : QString(EntryColumns).split(u", "_s))
        parts << u"%1 = excluded.%1"_s.arg(column);
    return parts.join(u", "_s);
}

} // namespace

QString LibraryStore::standardPath()
{
    return QStandardPaths::writableLocation(QStandardPaths::GenericDataLocation) +
           u"/ghostline/library.sqlite"_s;
}

Result<std::unique_ptr<LibraryStore>> LibraryStore::openAsItIs(const QString& path, Access access)
{
    const bool write = access == Access::Write;
    const bool locks = QFileInfo(QFileInfo(path).path()).isWritable();
    auto connection = Connection::open(path, write   ? Connection::Access::Write
                                             : locks ? Connection::Access::Read
                                                     : Connection::Access::ReadUnlocked);
    if (!connection)
        return tl::unexpected(connection.error());
    std::unique_ptr<LibraryStore> store(new LibraryStore(std::move(*connection)));
    const auto failed = [&path](model::Error error) -> Result<std::unique_ptr<LibraryStore>> {
        error.file = path;
        return tl::unexpected(std::move(error));
    };
    if (const Result<void> current = bringUpToDate(*store->m_connection, write); !current)
        return failed(current.error());
    // Readers go on while somebody writes, and what was committed outlives a crash.
    QStringList statements{u"PRAGMA foreign_keys = ON"_s};
    if (write)
        statements << u"PRAGMA journal_mode = WAL"_s << u"PRAGMA synchronous = NORMAL"_s;
    for (const QString& statement : statements) {
        if (const auto set = store->m_connection->one(statement); !set)
            return failed(set.error());
    }
    // A damaged page would otherwise be met in the middle of something.
    const auto sound = store->m_connection->one(u"PRAGMA quick_check(1)"_s);
    if (!sound)
        return failed(sound.error());
    if (sound->toString() != "ok"_L1)
        return failed(
            {ErrorCode::Damaged, u"the library is damaged: %1"_s.arg(sound->toString()), {}, {}, {}});
    return store;
}

Result<std::unique_ptr<LibraryStore>> LibraryStore::open(const QString& path, Access access)
{
    if (access == Access::Read && !QFileInfo::exists(path)) {
        auto none = model::fail(ErrorCode::NotFound, u"there is no library yet"_s);
        none.value().file = path;
        return none;
    }
    QDir().mkpath(QFileInfo(path).path());
    auto store = openAsItIs(path, access);
    if (store || access == Access::Read || store.error().code != ErrorCode::Damaged)
        return store;
    const auto aside = putAside(path);
    if (!aside)
        return tl::unexpected(aside.error());
    store = openAsItIs(path, access);
    if (!store)
        return store;
    (*store)->m_asideAs = *aside;
    for (const QVariant& folder : salvagedFolders(*aside)) {
        if (const auto added = (*store)->addFolder(pathOf(folder)); !added)
            return tl::unexpected(added.error());
    }
    return store;
}

Result<void> LibraryStore::run(const QString& sql, const QVariantList& values)
{
    const auto query = m_connection->run(sql, values);
    if (!query)
        return tl::unexpected(query.error());
    (*query)->finish();
    return {};
}

Result<QStringList> LibraryStore::folders()
{
    const auto rows = m_connection->run(u"SELECT path FROM folders ORDER BY path"_s);
    if (!rows)
        return tl::unexpected(rows.error());
    QStringList folders;
    while ((*rows)->next())
        folders << pathOf((*rows)->value(0));
    return folders;
}

Result<void> LibraryStore::addFolder(const QString& folder)
{
    return run(u"INSERT OR IGNORE INTO folders (path, added_ms) VALUES (?, ?)"_s,
               {stored(folder), QDateTime::currentMSecsSinceEpoch()});
}

Result<void> LibraryStore::removeFolder(const QString& folder)
{
    return run(u"DELETE FROM folders WHERE path = ?"_s, {stored(folder)});
}

Result<QHash<QString, KnownFile>> LibraryStore::known()
{
    QHash<QString, KnownFile> known;
    const auto rows = m_connection->run(
        u"SELECT id, path, bytes, modified_ms, notes_bytes, notes_ms, state FROM entries"_s);
    if (!rows)
        return tl::unexpected(rows.error());
    const QSqlQuery& row = **rows;
    while ((*rows)->next())
        known.insert(pathOf(row.value(1)),
                     {row.value(0).toLongLong(), stampAt(row, 2), stampAt(row, 4), stateOf(row.value(6))});
    const auto passed = m_connection->run(u"SELECT path, bytes, modified_ms FROM passed"_s);
    if (!passed)
        return tl::unexpected(passed.error());
    while ((*passed)->next())
        known.insert(pathOf((*passed)->value(0)), {.id = 0, .stamp = stampAt(**passed, 1)});
    return known;
}

Result<std::vector<Entry>> LibraryStore::entries()
{
    const auto rows = m_connection->run(u"SELECT id, %1 FROM entries ORDER BY id"_s.arg(EntryColumns));
    if (!rows)
        return tl::unexpected(rows.error());
    std::vector<Entry> entries;
    while ((*rows)->next())
        entries.push_back(entryAt(**rows));
    const auto people = m_connection->run(u"SELECT entry, name, account, clan, team, side, race, result "
                                          "FROM people ORDER BY entry, position"_s);
    if (!people)
        return tl::unexpected(people.error());
    auto entry = entries.begin();
    const QSqlQuery& row = **people;
    while ((*people)->next()) {
        const qint64 id = row.value(0).toLongLong();
        while (entry != entries.end() && entry->id < id)
            ++entry;
        if (entry != entries.end() && entry->id == id)
            entry->people.push_back({row.value(1).toString(), row.value(2).toString(),
                                     row.value(3).toString(), row.value(4).toString(),
                                     row.value(5).toString(), row.value(6).toString(),
                                     row.value(7).toString()});
    }
    return entries;
}

Result<qint64> LibraryStore::dataVersion()
{
    const auto version = m_connection->one(u"PRAGMA data_version"_s);
    if (!version)
        return tl::unexpected(version.error());
    return version->toLongLong();
}

Result<void> LibraryStore::begin() { return run(u"BEGIN IMMEDIATE"_s); }

Result<void> LibraryStore::commit() { return run(u"COMMIT"_s); }

Result<void> LibraryStore::put(const Entry& entry)
{
    static const QString Put =
        u"INSERT INTO entries (%1) VALUES (%2) ON CONFLICT (path) DO UPDATE SET %3"_s.arg(
            EntryColumns, QStringList(EntryValues, u"?"_s).join(u", "_s), updates());
    if (auto done = run(Put, valuesOf(entry)); !done)
        return done;
    const QVariant path = stored(entry.path);
    if (auto done =
            run(u"DELETE FROM people WHERE entry = (SELECT id FROM entries WHERE path = ?)"_s, {path});
        !done)
        return done;
    int position = 0;
    for (const Person& person : entry.people) {
        auto done = run(u"INSERT INTO people VALUES ((SELECT id FROM entries WHERE path = ?), "
                        "?, ?, ?, ?, ?, ?, ?, ?)"_s,
                        {path, position++, text(person.name), text(person.id), text(person.clan),
                         text(person.team), text(person.side), text(person.race), text(person.result)});
        if (!done)
            return done;
    }
    return run(u"DELETE FROM passed WHERE path = ?"_s, {path});
}

Result<void> LibraryStore::move(const QString& from, const QString& to)
{
    return run(u"UPDATE OR REPLACE entries SET path = ? WHERE path = ?"_s, {stored(to), stored(from)});
}

Result<void> LibraryStore::remove(const QString& path)
{
    if (auto done = run(u"DELETE FROM entries WHERE path = ?"_s, {stored(path)}); !done)
        return done;
    return run(u"DELETE FROM passed WHERE path = ?"_s, {stored(path)});
}

Result<void> LibraryStore::pass(const QString& path, const Stamp& stamp)
{
    if (auto done = remove(path); !done)
        return done;
    return run(u"INSERT INTO passed VALUES (?, ?, ?)"_s, {stored(path), stamp.bytes, stamp.modifiedMs});
}

} // namespace ghostline::library
