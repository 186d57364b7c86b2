// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// Names of files beside a recording. They come from files, and so are not trusted.
#include <QDir>
#include <QString>

namespace ghostline::model {

/// A name that stays beside the source: relative, without a way up.
inline bool isSafeSiblingName(const QString& name)
{
    return !name.isEmpty() && !name.contains(QChar::Null) && QDir::isRelativePath(name) &&
           !name.split(QLatin1Char('/')).contains(QStringLiteral(".."));
}

} // namespace ghostline::model
