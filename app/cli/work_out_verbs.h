// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// What is worked out of recordings: analyse, heatmap, highlights, summary, compare, copies, players.
#include "app/cli/verb_maker.h"

namespace ghostline::app {

void addWorkOutVerbs(VerbMaker& make);

} // namespace ghostline::app
