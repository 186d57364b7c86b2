// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// The ground seen from above: where everybody stands at a moment, what was drawn over it, where a team was.
#include "model/summary/match_summary.h"
#include "model/summary/page_markup.h"
#include "model/summary/page_words.h"

namespace ghostline::model {

/// Once, before any plan: what they share.
void writeGround(Markup& page, const MatchSummary& summary);
/// `title`: what it shows, for whoever does not see it.
void writePlan(Markup& page, const MatchSummary& summary, const GroundPlan& plan, const QString& title);
/// Shapes that are pinned to the screen, in a frame of its proportions; nothing where there are none.
void writeScreen(Markup& page, const GroundPlan& plan, const QString& title);
void writeHeat(Markup& page, const PageWords& words, const MatchSummary& summary, const SummaryHeat& heat);

} // namespace ghostline::model
