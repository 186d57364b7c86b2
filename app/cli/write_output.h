// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// What the verbs that write have in common: where they may write, and what they say afterwards.
#include "app/cli/verbs.h"

namespace ghostline::app {

/// The recording must survive: OUT may not be IN nor lie in it, nor replace another file unasked.
/// `likeInput`: of a folder a folder is made, which must be new or empty.
model::Result<void> checkOutput(const Session& session, const WriteArguments& arguments, bool likeInput);

void printReport(const Session& session, const WriteArguments& arguments, const model::WriteReport& report);

} // namespace ghostline::app
