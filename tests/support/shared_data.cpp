// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/support/shared_data.h"

#include <QDir>
#include <QFileInfo>

namespace ghostline::test {

QString sharedData(const QString& relative)
{
    QString root = qEnvironmentVariable("GHOSTLINE_SHARED");
    if (root.isEmpty())
        root = QStringLiteral(GHOSTLINE_SOURCE_DIR "/../shared");
    const QString path = QDir(root).filePath(QStringLiteral("data/") + relative);
    return QFileInfo::exists(path) ? QFileInfo(path).absoluteFilePath() : QString();
}

} // namespace ghostline::test
