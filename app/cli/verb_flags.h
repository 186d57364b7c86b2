// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// `flags`: what accuses someone in many recordings, and what nobody has reviewed yet. For scripts.
#include "app/cli/verbs.h"

namespace ghostline::app {

int runFlags(const Session& session, const ManyArguments& arguments);

} // namespace ghostline::app
