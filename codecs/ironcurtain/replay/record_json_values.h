// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// Values of events as JSON, beside those of value_text.h.
#include "codecs/ironcurtain/events/analysis_event.h"
#include "codecs/ironcurtain/value_text.h"

#include <QJsonArray>
#include <QJsonObject>

namespace ghostline::ironcurtain {

inline QJsonArray tagsJson(const TagList& tags)
{
    QJsonArray list;
    for (std::size_t i = 0; i < tags.size(); ++i)
        list.append(tagText(tags[i]));
    return list;
}
inline QString textOf(std::string_view text)
{
    return QString::fromUtf8(text.data(), static_cast<qsizetype>(text.size()));
}

} // namespace ghostline::ironcurtain
