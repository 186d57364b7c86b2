// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// How often each check was right, as text, CSV or JSON.
#include "app/cli/verbs.h"
#include "model/review/check_precision.h"

namespace ghostline::app {

struct PrecisionReport
{
    int recordings = 0;
    int fromSeverity = 0;
    QString reviewer; ///< whose verdicts alone count; empty = everybody's
    std::vector<model::CheckPrecision> checks;
};

QByteArray precisionText(const PrecisionReport& report);
QByteArray precisionCsv(const PrecisionReport& report);
void writePrecision(JsonWriter& json, const PrecisionReport& report);

} // namespace ghostline::app
