// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// What writes recordings: convert, repair, compact, record.
#include "app/cli/verb_maker.h"

namespace ghostline::app {

void addWriteVerbs(VerbMaker& make);

} // namespace ghostline::app
