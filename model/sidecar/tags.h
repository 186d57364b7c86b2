// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// Tags of a bookmark: what kind of thing it marks, in words of the user's own.
#include "model/base/export.h"

#include <QString>
#include <QStringList>

namespace ghostline::model {

inline constexpr qsizetype MostTags = 32;    ///< of one bookmark
inline constexpr qsizetype LongestTag = 100; ///< UTF-16 units
/// Between tags in one line of text; so no tag has one in it.
inline constexpr char16_t TagSeparator = u';';

/// One line without blanks around it, a comma for each separator, cut to LongestTag; may be empty.
GHOSTLINE_MODEL_EXPORT QString normalTag(const QString& tag);
/// Each as normalTag() has it; empty ones, those that come again and what is above MostTags are left out.
GHOSTLINE_MODEL_EXPORT QStringList normalTags(const QStringList& tags);

/// "goal; left"
GHOSTLINE_MODEL_EXPORT QString tagsText(const QStringList& tags);
GHOSTLINE_MODEL_EXPORT QStringList tagsOf(const QString& text);

} // namespace ghostline::model
