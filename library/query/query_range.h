// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// From where to where a field may lie: "15m", ">15m", "<=90s", "10m..20m".
#include <QDateTime>
#include <QString>

#include <limits>
#include <optional>

namespace ghostline::library {

/// [from, end).
struct Range
{
    qint64 from = std::numeric_limits<qint64>::min();
    qint64 end = std::numeric_limits<qint64>::max();
    bool contains(qint64 value) const { return value >= from && value < end; }
};

/// None where the text is none.
std::optional<Range> numberRange(const QString& text);
/// Microseconds. "15m", "90s", "1h30m", "12:30", "1:02:03"; a bare number is minutes. What is written without
/// seconds stands for the whole minute.
std::optional<Range> lengthRange(const QString& text);
/// Milliseconds since 1970. "2026", "2026-10", "2026-10-15" stand for the whole of it in local time;
/// "today", "yesterday", "week" (the last seven days), "month" (the last thirty).
std::optional<Range> dateRange(const QString& text, const QDateTime& now);

} // namespace ghostline::library
