// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// The library on disk: one SQLite file in the user's data folder, which several programs may have open. All
// of it can be worked out again from the recordings and the notes beside them, but for which folders are
// watched.
#include "library/entry/entry.h"
#include "library/store/connection.h"

namespace ghostline::library {

/// What a look at a folder compares with.
struct KnownFile
{
    qint64 id = 0; ///< 0 = called like a recording, and none
    Stamp stamp{};
    Stamp notes{};
    ReadState state = ReadState::Outline;
};

/// For one thread, the one that opened it. Errors are those of Connection, and name the library's file.
class LibraryStore
{
public:
    enum class Access { Write, Read };

    /// In the user's data folder.
    static QString standardPath();
    /// Write makes it where there is none, and brings an older one up to date. One that is damaged is put
    /// aside, and a new one made that watches the same folders: asideAs() says where the old one lies.
    /// NotFound: there is none to be read. Unsupported: made by a newer version.
    static model::Result<std::unique_ptr<LibraryStore>> open(const QString& path, Access access);

    const QString& asideAs() const { return m_asideAs; }

    model::Result<QStringList> folders();
    model::Result<void> addFolder(const QString& folder);
    model::Result<void> removeFolder(const QString& folder);

    /// By path.
    model::Result<QHash<QString, KnownFile>> known();
    model::Result<std::vector<Entry>> entries();
    /// Another number once another program has written.
    model::Result<qint64> dataVersion();

    /// What is changed between the two is written in one piece: all of it, or nothing.
    model::Result<void> begin();
    model::Result<void> commit();
    /// By its path: a new row, or other values in the one that is there.
    model::Result<void> put(const Entry& entry);
    /// It lies somewhere else now.
    model::Result<void> move(const QString& from, const QString& to);
    /// Whatever is known of that path.
    model::Result<void> remove(const QString& path);
    /// Called like a recording, and none: not looked at again while it stays as it is.
    model::Result<void> pass(const QString& path, const Stamp& stamp);

private:
    explicit LibraryStore(std::unique_ptr<Connection> connection) : m_connection(std::move(connection)) {}
    static model::Result<std::unique_ptr<LibraryStore>> openAsItIs(const QString& path, Access access);
    model::Result<void> run(const QString& sql, const QVariantList& values = {});

    std::unique_ptr<Connection> m_connection;
    QString m_asideAs;
};

} // namespace ghostline::library
