// SPDX-License-Identifier: GPL-3.0-or-later
#include "model/sidecar/tags.h"

namespace ghostline::model {

QString normalTag(const QString& tag)
{
    // What is longer by far is not looked through: it comes from files.
    QString normal = tag.left(4 * LongestTag).simplified();
    normal.replace(TagSeparator, u',');
    normal.truncate(LongestTag);
    if (!normal.isEmpty() && normal.back().isHighSurrogate())
        normal.chop(1); // half a letter
    return normal.trimmed();
}

QStringList normalTags(const QStringList& tags)
{
    QStringList normal;
    for (const QString& tag : tags) {
        if (normal.size() == MostTags)
            break;
        const QString one = normalTag(tag);
        if (!one.isEmpty() && !normal.contains(one))
            normal << one;
    }
    return normal;
}

QString tagsText(const QStringList& tags) { return tags.join(QStringLiteral("; ")); }

QStringList tagsOf(const QString& text) { return normalTags(text.split(TagSeparator, Qt::SkipEmptyParts)); }

} // namespace ghostline::model
