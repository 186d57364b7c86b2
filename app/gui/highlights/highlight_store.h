// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// The weights that the user chose, kept between runs.
#include "model/highlights/highlight_weights.h"

namespace ghostline::app {

/// What was kept and is not allowed any more counts as never chosen.
model::HighlightWeights loadHighlightWeights();
void saveHighlightWeights(const model::HighlightWeights& weights);

} // namespace ghostline::app
