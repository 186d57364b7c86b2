// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// `check`: decodes and verifies many recordings, one after the other.
#include "app/cli/verbs.h"

namespace ghostline::app {

int runCheck(const Session& session, const ManyArguments& arguments);

} // namespace ghostline::app
