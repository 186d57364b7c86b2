// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// A connection to an SQLite file, its errors in the program's own words. For the thread that opened it.
#include "model/base/error.h"

#include <QHash>
#include <QSqlError>
#include <QSqlQuery>
#include <QVariant>

#include <memory>

namespace ghostline::library {

class Connection
{
public:
    /// How long another program that writes just then is waited for.
    static constexpr int LockMs = 5000;
    enum class Access {
        Write, ///< makes the file where there is none
        Read,
        /// Where not even the folder can be written, as SQLite wants it for its locks. Nobody else writes
        /// then.
        ReadUnlocked
    };

    /// NotReadable: locked for longer than that; Damaged; WriteFailed; IoError.
    static model::Result<std::unique_ptr<Connection>> open(const QString& path, Access access);
    ~Connection();
    Q_DISABLE_COPY_MOVE(Connection)

    /// One statement without values. The first column of its first row; invalid without one.
    model::Result<QVariant> one(const QString& sql);
    /// A statement that is prepared once, run with these values. For SELECT: its rows are read from it, and
    /// no longer than until the same statement runs again.
    model::Result<QSqlQuery*> run(const QString& sql, const QVariantList& values = {});
    model::Error error(const QSqlError& from) const;

private:
    Connection(QString path, QString name) : m_path(std::move(path)), m_name(std::move(name)) {}

    QString m_path;
    QString m_name;
    QHash<QString, std::shared_ptr<QSqlQuery>> m_prepared; ///< by their text
};

} // namespace ghostline::library
