// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/support/shared_data.h"

#include <QDir>
#include <QFileInfo>
#include <QJsonDocument>

namespace ghostline::test {

QString sharedData(const QString& relative)
{
    QString root = qEnvironmentVariable("GHOSTLINE_SHARED");
    if (root.isEmpty())
        root = QStringLiteral(GHOSTLINE_SOURCE_DIR "/../shared");
    const QString path = QDir(root).filePath(QStringLiteral("data/") + relative);
    return QFileInfo::exists(path) ? QFileInfo(path).absoluteFilePath() : QString();
}

QJsonObject sharedJson(const QString& relative)
{
    const QString path = sharedData(relative);
    if (path.isEmpty()) // opening a file without a name is a warning, and warnings are fatal
        return {};
    QFile file(path);
    return file.open(QIODevice::ReadOnly) ? QJsonDocument::fromJson(file.readAll()).object() : QJsonObject();
}

} // namespace ghostline::test
