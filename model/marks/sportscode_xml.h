// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// Bookmarks as the timeline XML of Hudl Sportscode, which other programs for match analysis read and write,
// too.
#include "model/marks/mark_import.h"

namespace ghostline::model {

/// A bookmark is an instance. Its code is the first tag, else the title, else "Mark"; further tags are labels
/// without a group, title, note and author labels with these words as groups. Every code has a row with the
/// colour of its first mark.
GHOSTLINE_MODEL_EXPORT QByteArray sportscodeXml(const std::vector<Bookmark>& bookmarks);

/// The code becomes the first tag, a label of no group, or of another group than those above, one more.
/// Elements that are not known are passed over. Damaged: no such XML, or one that refers to other files.
GHOSTLINE_MODEL_EXPORT Result<ReadMarks> readSportscodeXml(const QByteArray& bytes);

} // namespace ghostline::model
