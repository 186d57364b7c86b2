// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// Words and marks for flags and verdicts, the same in every table of the review.
#include "model/review/flag.h"
#include "render/base/theme.h"

#include <QIcon>
#include <QString>

namespace ghostline::app {

/// "Confirmed"; "Not reviewed" for None.
QString verdictText(model::FlagVerdict verdict);
/// What counts of a flag, in our words or, of another program, in its own; that reviewers differ where they
/// do.
QString verdictText(const model::Flag& flag, const model::Sidecar& sidecar, const model::ReviewRules& rules);
/// Shape and colour; told apart without the colour, too.
QIcon verdictIcon(model::FlagVerdict verdict, const render::Theme& theme);
/// "Grave (3)"; empty for none (-1).
QString severityText(int severity);
QIcon severityIcon(int severity, const render::Theme& theme);
/// "Recorded", "Computed" or "Person": who says so.
QString sourceText(const model::Flag& flag);
/// "1 flag", "3 flags"; likewise for the others.
QString flagCount(int count);
QString recordingCount(int count);
QString verdictCount(int count);
QString bookmarkCount(int count);

} // namespace ghostline::app
