// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/support/shared_files.h"

namespace ghostline::test {

QStringList sharedNames(const QString& relative, const char* suffix)
{
    const QString folder = sharedData(relative);
    if (folder.isEmpty())
        return {};
    QStringList names = QDir(folder).entryList({u'*' + QLatin1String(suffix)}, QDir::Files, QDir::Name);
    for (QString& name : names)
        name.chop(static_cast<qsizetype>(qstrlen(suffix)));
    return names;
}

std::vector<std::byte> fileBytes(const QString& path)
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
