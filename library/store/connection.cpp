// SPDX-License-Identifier: GPL-3.0-or-later
#include "library/store/connection.h"

#include <QSqlDatabase>
#include <QUrl>
#include <QUuid>

namespace ghostline::library {

using model::ErrorCode;
using model::Result;
using namespace Qt::StringLiterals;

namespace {

// As SQLite numbers its errors; the upper bytes say more.
constexpr int Busy = 5;
constexpr int Locked = 6;
constexpr int ReadOnly = 8;
constexpr int Corrupt = 11;
constexpr int NotADatabase = 26;

QString optionsFor(Connection::Access access)
{
    QStringList options{u"QSQLITE_BUSY_TIMEOUT=%1"_s.arg(Connection::LockMs)};
    if (access != Connection::Access::Write)
        options << u"QSQLITE_OPEN_READONLY"_s;
    if (access == Connection::Access::ReadUnlocked)
        options << u"QSQLITE_OPEN_URI"_s;
    return options.join(u';');
}

QString fileNameFor(const QString& path, Connection::Access access)
{
    return access == Connection::Access::ReadUnlocked
               ? QUrl::fromLocalFile(path).toString(QUrl::FullyEncoded) + u"?immutable=1"_s
               : path;
}

} // namespace

Result<std::unique_ptr<Connection>> Connection::open(const QString& path, Access access)
{
    const QString name = QUuid::createUuid().toString(QUuid::WithoutBraces);
    std::unique_ptr<Connection> connection(new Connection(path, name));
    QSqlDatabase database = QSqlDatabase::addDatabase(u"QSQLITE"_s, name);
    if (!database.isValid())
        return model::fail(ErrorCode::Unsupported, u"Qt's driver for SQLite is not installed"_s);
    database.setDatabaseName(fileNameFor(path, access));
    database.setConnectOptions(optionsFor(access));
    if (!database.open())
        return tl::unexpected(connection->error(database.lastError()));
    return connection;
}

Connection::~Connection()
{
    m_prepared.clear();
    QSqlDatabase::database(m_name, false).close();
    QSqlDatabase::removeDatabase(m_name);
}

model::Error Connection::error(const QSqlError& from) const
{
    const QString said = from.databaseText().isEmpty() ? from.driverText() : from.databaseText();
    const auto make = [this](ErrorCode code, const QString& message) {
        model::Error made;
        made.code = code;
        made.message = message;
        made.file = m_path;
        return made;
    };
    switch (from.nativeErrorCode().toInt() & 0xFF) {
    case Busy:
    case Locked:
        return make(ErrorCode::NotReadable, u"another program holds the library and does not let go of it"_s);
    case ReadOnly:
        return make(ErrorCode::WriteFailed, u"the library cannot be written"_s);
    case Corrupt:
    case NotADatabase:
        return make(ErrorCode::Damaged, u"the library is damaged: %1"_s.arg(said));
    default:
        return make(ErrorCode::IoError, u"the library: %1"_s.arg(said));
    }
}

Result<QVariant> Connection::one(const QString& sql)
{
    QSqlQuery query(QSqlDatabase::database(m_name, false));
    query.setForwardOnly(true);
    if (!query.exec(sql))
        return tl::unexpected(error(query.lastError()));
    return query.next() ? query.value(0) : QVariant();
}

Result<QSqlQuery*> Connection::run(const QString& sql, const QVariantList& values)
{
    std::shared_ptr<QSqlQuery>& query = m_prepared[sql];
    if (query == nullptr) {
        auto made = std::make_shared<QSqlQuery>(QSqlDatabase::database(m_name, false));
        made->setForwardOnly(true);
        if (!made->prepare(sql))
            return tl::unexpected(error(made->lastError()));
        query = std::move(made);
    }
    for (int i = 0; i < values.size(); ++i)
        query->bindValue(i, values[i]);
    if (!query->exec())
        return tl::unexpected(error(query->lastError()));
    return query.get();
}

} // namespace ghostline::library
