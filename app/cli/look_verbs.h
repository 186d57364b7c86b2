// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// What a recording holds, as text, CSV or JSON: info, events, state, metrics, marks, dump, report.
#include "app/cli/verb_maker.h"

namespace ghostline::app {

void addLookVerbs(VerbMaker& make);

} // namespace ghostline::app
