// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// What somebody who mistyped a word may have meant.
#include <QStringList>

namespace ghostline::manual {

/// "; did you mean NAME?", or nothing where no name is near enough.
QString didYouMean(const QString& word, const QStringList& names);

} // namespace ghostline::manual
