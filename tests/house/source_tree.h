// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// The sources of the project as files and lines.
#include <QDir>
#include <QDirIterator>

namespace ghostline::test {

inline QString sourceRoot() { return QStringLiteral(GHOSTLINE_SOURCE_DIR); }

inline QStringList filesBelow(const QString& folder, const QStringList& patterns)
{
    QStringList files;
    QDirIterator it(sourceRoot() + u'/' + folder, patterns, QDir::Files, QDirIterator::Subdirectories);
    while (it.hasNext())
        files << it.next();
    files.sort();
    return files;
}

inline QStringList linesOf(const QString& path)
{
    QFile file(path);
    if (!file.open(QIODevice::ReadOnly))
        return {};
    return QString::fromUtf8(file.readAll()).split(u'\n');
}

inline const QStringList Sources{QStringLiteral("*.h"), QStringLiteral("*.cpp")};

} // namespace ghostline::test
