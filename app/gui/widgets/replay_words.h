// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// What recordings call their properties, events, figures and tables is English; here it gets the language of
// the window. resources/translations/replay_words.h says where known words stand; others stay as they are.
#include "model/world/property.h"

namespace ghostline::app {

QString shownName(const QString& word);
/// As model::displayText(), with the window's words and decimal point.
QString shownValue(const model::PropertyInfo& info, model::PropertyValue value,
                   const model::StringTable& strings);

} // namespace ghostline::app
