// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// What the parser says of itself, for help, manual and completions.
#include "app/manual/program.h"

namespace ghostline::app {

class Parser;

manual::Program describe(const Parser& parser);
/// The same of a parser that runs nothing.
manual::Program describeTool();

} // namespace ghostline::app
