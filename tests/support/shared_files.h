// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// Files of the reference data: which there are, and what is in them.
#include "tests/support/shared_data.h"

#include <QDir>
#include <QFile>

#include <cstring>
#include <vector>

namespace ghostline::test {

/// Names without their suffix, sorted; empty without the shared data.
inline QStringList sharedNames(const QString& relative, const char* suffix)
{
    const QString folder = sharedData(relative);
    if (folder.isEmpty())
        return {};
    QStringList names = QDir(folder).entryList({u'*' + QLatin1String(suffix)}, QDir::Files, QDir::Name);
    for (QString& name : names)
        name.chop(static_cast<qsizetype>(qstrlen(suffix)));
    return names;
}

/// Empty when it cannot be read.
inline std::vector<std::byte> fileBytes(const QString& path)
{
    QFile file(path);
    if (path.isEmpty() || !file.open(QIODevice::ReadOnly))
        return {};
    const QByteArray content = file.readAll();
    std::vector<std::byte> bytes(static_cast<std::size_t>(content.size()));
    if (!bytes.empty())
        std::memcpy(bytes.data(), content.constData(), bytes.size());
    return bytes;
}

} // namespace ghostline::test
