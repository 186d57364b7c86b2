// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// The ground seen from above: where everybody stands at a moment, what was drawn over it, where a team was.
#include "model/summary/match_summary.h"
#include "model/summary/page_markup.h"
#include "model/summary/page_words.h"

#include <span>

namespace ghostline::model {

/// An indexed PNG. `alphas` of `width` x `height`; index 0 is clear, 255 the whole colour.
QByteArray heatPng(std::span<const std::uint8_t> alphas, int width, int height, Rgb colour);

/// Once, before any plan: what they share.
void writeGround(Markup& page, const MatchSummary& summary);
/// `title`: what it shows, for whoever does not see it.
void writePlan(Markup& page, const MatchSummary& summary, const GroundPlan& plan, const QString& title);
/// Shapes that are pinned to the screen, in a frame of its proportions; nothing where there are none.
void writeScreen(Markup& page, const GroundPlan& plan, const QString& title);
void writeHeat(Markup& page, const PageWords& words, const MatchSummary& summary, const SummaryHeat& heat);

} // namespace ghostline::model
