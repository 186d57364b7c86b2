// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// Names of files held against the patterns that codecs declare.
#include "model/base/export.h"

#include <QStringList>

namespace ghostline::model {

/// As QDir::match(), without case, but without making a regular expression for each question where a pattern
/// has one star at most, as nearly all have: a library asks of a million names.
GHOSTLINE_MODEL_EXPORT bool matchesPattern(const QString& pattern, const QString& fileName);
GHOSTLINE_MODEL_EXPORT bool matchesAny(const QStringList& patterns, const QString& fileName);

} // namespace ghostline::model
