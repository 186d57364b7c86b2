// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// Whether recordings are whole, and whom they accuse: check, flags, detect, case, verify; and what others
// said of them: merge-notes.
#include "app/cli/verb_maker.h"

namespace ghostline::app {

void addJudgeVerbs(VerbMaker& make);

} // namespace ghostline::app
