// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// What shares a recording or tells of the program itself: host, bench, codecs.
#include "app/cli/verb_maker.h"

namespace ghostline::app {

void addProgramVerbs(VerbMaker& make);

} // namespace ghostline::app
