// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// Text that somebody else chose (names, places, file names) as people and spreadsheets get it: nothing in it
// is obeyed.
#include "model/base/export.h"

#include <QByteArray>
#include <QString>

namespace ghostline::model {

/// Control characters, line breaks, overrides of direction and what is invisible. Not the two joiners
/// (U+200C, U+200D), which words and pictures are written with.
GHOSTLINE_MODEL_EXPORT bool isUnprintable(char32_t letter);

/// In one line: what is not to be printed stands as \n, \t or \u001b, half by half where it has two halves.
GHOSTLINE_MODEL_EXPORT QString shownText(const QString& text);

/// A cell of a CSV file: shownText(), in quotes where it needs them (RFC 4180). What a spreadsheet would take
/// for a formula gets an apostrophe; numbers, times and shares with a sign stay.
GHOSTLINE_MODEL_EXPORT QByteArray csvField(const QString& text);
/// Shortest text that reads back as the same value; empty for NaN.
GHOSTLINE_MODEL_EXPORT QByteArray csvNumber(double value);

} // namespace ghostline::model
