// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// Figures of a match as people read them.
#include "model/world/property.h"

#include <QString>

namespace ghostline::app {

/// "4:32", "-0:07"; tenths below a minute. A dash for NaN.
QString clockText(double seconds);
/// "0:42", without tenths; a dash for NaN.
QString secondsText(double seconds);
/// "12,345", "12,345.6"; a dash for NaN.
QString numberText(double value, int decimals);
/// A statistic's figure: "3", "12,345", "0:41" for seconds, "12.5" for other reals below a hundred that are
/// not whole; a dash for NaN.
QString figureText(const model::PropertyInfo* info, double value);

} // namespace ghostline::app
