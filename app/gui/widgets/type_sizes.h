// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// Three sizes of type, as ratios of the application's own font: what matters is larger.
#include <QFont>

namespace ghostline::app {

/// Title: the one thing that a panel is about; score and clock of a match. Section: names of docks, headings
/// of groups; both bolder. Text: rows. Small: what explains, at least 8 pt.
enum class TypeSize { Title, Section, Text, Small };

QFont typeFont(const QFont& base, TypeSize size);

} // namespace ghostline::app
