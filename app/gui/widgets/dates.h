// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// Dates that read the same everywhere: 03/04/26 is another day in another country.
#include <QDateTime>
#include <QString>

namespace ghostline::app {

/// "2026-10-28", the day where the reader is; empty for none.
QString dayText(const QDateTime& at);
/// "2026-10-28 14:03 UTC+01:00", the time where the reader is and how far that is from UTC.
QString momentText(const QDateTime& at);

} // namespace ghostline::app
