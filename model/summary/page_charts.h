// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// Curves over time and what happened when, drawn as SVG. Lines stretch with the page, words beside them keep
// their size: so both can be read on a phone.
#include "model/summary/match_summary.h"
#include "model/summary/page_markup.h"
#include "model/summary/page_words.h"

namespace ghostline::model {

/// Round values that divide [least, most], ascending; about `count`.
std::vector<double> roundTicks(double least, double most, int count);

void writePlot(Markup& page, const PageWords& words, const MatchSummary& summary, const SummaryPlot& plot);
void writeTimeline(Markup& page, const PageWords& words, const MatchSummary& summary);

} // namespace ghostline::model
