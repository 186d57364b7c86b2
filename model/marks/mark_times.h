// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// Times as files of marks have them: seconds, or a clock.
#include "model/base/time_types.h"

#include <QString>

#include <optional>

namespace ghostline::model {

/// "75.25", "75,25", "1:15.250", "0:01:15,250"; a sign in front. Nothing for any other text, and for times
/// beyond ten years.
std::optional<Micros> readMarkTime(const QString& text);
/// Seconds that read back as the same microsecond, with three decimals or more: "75.250".
QString markSeconds(Micros t);
/// "1:02:03.456", with the hour that spreadsheets want to see.
QString markClock(Micros t);

} // namespace ghostline::model
