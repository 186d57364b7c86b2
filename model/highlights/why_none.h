// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// Why a recording has no highlights.
#include "model/highlights/highlight_weights.h"
#include "model/replay/replay_index.h"

namespace ghostline::model {

/// One sentence for people, about a recording in which none was found by these weights.
GHOSTLINE_MODEL_EXPORT Sentence whyNoHighlights(const ReplayIndex& index, const HighlightWeights& weights);

} // namespace ghostline::model
