// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// Three sizes of type, as ratios of the system's own: what matters is larger.
#include <QFont>

namespace ghostline::app {

/// Title: the one thing a panel is about, and bolder. Section: headings in it, as large as the text and
/// bolder. Small: what explains, at least 8 pt.
enum class TypeSize { Title, Section, Text, Small };

QFont typeFont(const QFont& base, TypeSize size);

} // namespace ghostline::app
