// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// The command line of the headless tool: which verbs there are and what each takes.
#include "app/cli/session.h"

namespace ghostline::app {

/// Parses `arguments` (without the program's name), runs the verb and returns the exit code.
int runCommandLine(const QStringList& arguments, const Session& session);

} // namespace ghostline::app
