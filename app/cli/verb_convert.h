// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// `convert` and `repair`: verbs that write a new file. The recording that is read is never touched.
#include "app/cli/verbs.h"

namespace ghostline::app {

int runConvert(const Session& session, const WriteArguments& arguments);
int runRepair(const Session& session, const WriteArguments& arguments);

} // namespace ghostline::app
