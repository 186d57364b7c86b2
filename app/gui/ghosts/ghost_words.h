// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// What list, splits and plot call things: the alignments, the differences, and why there is no number.
#include "model/base/time_types.h"
#include "model/compare/alignment.h"

#include <QStringList>

namespace ghostline::app {

/// "Start", "Tick", "Checkpoint", "Progress".
QString alignmentTitle(model::Alignment alignment);
/// What the alignment lays on what.
QString alignmentHelp(model::Alignment alignment);
/// A sentence; empty where there is a number.
QString whyNoNumber(model::NoNumber why);

/// Stands where there is no number.
QString noNumberDash();
/// As race timers have it: the runner's time less the ghost's, so that minus is faster. Comparisons count the
/// other way, B less the reference A.
inline double runnerDelta(double ghostLessRunner) { return -ghostLessRunner; }
inline model::Micros runnerDelta(model::Micros ghostLessRunner) { return -ghostLessRunner; }
/// `6.200`, from one minute on `1:06.200`.
QString secondsText(model::Micros t);
/// `+0.250`, `−0.250`, `0.000`.
QString deltaText(model::Micros delta);
/// The same of seconds; a dash for NaN.
QString deltaText(double seconds);
/// `3.2 m`, `120 m`; a dash for NaN.
QString lengthText(double length, const QString& unit);

/// What sets names apart where there is room for little: the words that all of them begin with are one "…".
QStringList toldApart(QStringList names);

} // namespace ghostline::app
