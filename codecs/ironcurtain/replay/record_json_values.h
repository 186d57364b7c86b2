// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// Small values as JSON: tags as "index:generation", places as [x, y, z] in the format's own units.
#include "codecs/ironcurtain/events/analysis_event.h"

#include <QJsonArray>
#include <QJsonObject>

namespace ghostline::ironcurtain {

inline QString tagText(UnitTag tag)
{
    return QString::number(tag.index) + QLatin1Char(':') + QString::number(tag.generation);
}
inline QJsonArray tagsJson(const TagList& tags)
{
    QJsonArray list;
    for (std::size_t i = 0; i < tags.size(); ++i)
        list.append(tagText(tags[i]));
    return list;
}
inline QJsonArray placeJson(const WorldPos& at) { return {at.x, at.y, at.z}; }
inline QString textOf(std::string_view text)
{
    return QString::fromUtf8(text.data(), static_cast<qsizetype>(text.size()));
}

} // namespace ghostline::ironcurtain
