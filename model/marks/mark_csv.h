// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// Bookmarks as a table: a header, then a line each, for spreadsheets.
#include "model/marks/mark_import.h"

namespace ghostline::model {

/// RFC 4180, UTF-8, lines end with LF: start_s, end_s, start, end, title, tags, note, author, hue, id.
/// Nothing in it is a formula (csvField()).
GHOSTLINE_MODEL_EXPORT QByteArray markCsv(const std::vector<Bookmark>& bookmarks);

/// Commas, semicolons or tabs; the columns by their names in the first line, in any order, only the start is
/// needed. Lines that say not when are left out. Damaged: no such table.
GHOSTLINE_MODEL_EXPORT Result<ReadMarks> readMarkCsv(const QByteArray& bytes);

} // namespace ghostline::model
