// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// What is remembered of play lists between runs.
#include "model/base/time_types.h"

#include <QStringList>

#include <array>

namespace ghostline::app {

/// Seconds that are shown before each entry, to choose from.
inline constexpr std::array LeadInChoices{0, 1, 2, 3, 5};

/// Shown before each entry, at normal speed.
model::Micros loadLeadIn();
void saveLeadIn(model::Micros leadIn);

/// Newest first, at most eight.
QStringList loadRecentLists();
void rememberRecentList(const QString& path);
void clearRecentLists();

} // namespace ghostline::app
