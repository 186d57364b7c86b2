// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// A recording of events alone, whose kinds are worth something in every way that there is.
#include "model/highlights/highlights.h"

#include <vector>

namespace ghostline::test::highlights {

/// Indices of the kinds of these recordings.
enum Kind : int { Goal, Save, Kill, Fight, Wipe, Tech, End, Chatter, Kinds };

std::vector<model::EventKind> kinds();

/// By default ten frames a second; four actors, by turns of two teams.
struct Match
{
    explicit Match(model::FrameNumber frames, std::int64_t framesASecond = 10);

    model::Event& add(model::FrameNumber frame, int kind, int team = -1);
    /// What is there by now.
    const model::ReplayIndex& made();
    std::vector<model::Highlight> found(const model::HighlightWeights& weights = {},
                                        const model::Lead& lead = {});

    model::ReplayIndex index;
    model::ReplayInfo info;
    model::EventTable table;
};

/// The first minutes count as any others.
model::HighlightWeights noOpening();
/// What there are bonuses for, greatest first, with commas.
QString why(const model::Highlight& highlight);

} // namespace ghostline::test::highlights
