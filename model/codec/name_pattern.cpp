// SPDX-License-Identifier: GPL-3.0-or-later
#include "model/codec/name_pattern.h"

#include <QDir>

#include <algorithm>

namespace ghostline::model {

bool matchesPattern(const QString& pattern, const QString& fileName)
{
    const qsizetype star = pattern.indexOf(u'*');
    if (pattern.contains(u'?') || pattern.contains(u'[') || pattern.indexOf(u'*', star + 1) > star)
        return QDir::match(pattern, fileName);
    if (star < 0)
        return pattern.compare(fileName, Qt::CaseInsensitive) == 0;
    const QStringView begin = QStringView(pattern).first(star);
    const QStringView end = QStringView(pattern).sliced(star + 1);
    return fileName.size() >= begin.size() + end.size() && fileName.startsWith(begin, Qt::CaseInsensitive) &&
           fileName.endsWith(end, Qt::CaseInsensitive);
}

bool matchesAny(const QStringList& patterns, const QString& fileName)
{
    return std::ranges::any_of(
        patterns, [&fileName](const QString& pattern) { return matchesPattern(pattern, fileName); });
}

} // namespace ghostline::model
