// SPDX-License-Identifier: GPL-3.0-or-later
#include "library/store/salvage.h"

#include "library/store/connection.h"

#include <QDateTime>
#include <QFile>

namespace ghostline::library {

using namespace Qt::StringLiterals;

model::Result<QString> putAside(const QString& path)
{
    const QString aside =
        path + u".damaged-"_s + QDateTime::currentDateTimeUtc().toString(u"yyyyMMdd-HHmmsszzz"_s);
    if (!QFile::rename(path, aside)) {
        auto kept =
            model::fail(model::ErrorCode::WriteFailed, u"the library is damaged and cannot be moved"_s);
        kept.value().file = path;
        return kept;
    }
    // What was not yet in the file itself belongs to it, and to no other.
    for (const auto& part : {u"-wal"_s, u"-shm"_s})
        QFile::rename(path + part, aside + part);
    return aside;
}

QVariantList salvagedFolders(const QString& path)
{
    QVariantList folders;
    const auto connection = Connection::open(path, Connection::Access::Read);
    if (!connection)
        return folders;
    const auto rows = (*connection)->run(u"SELECT path FROM folders"_s);
    while (rows && (*rows)->next())
        folders << (*rows)->value(0);
    return folders;
}

} // namespace ghostline::library
