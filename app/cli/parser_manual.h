// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// What the parser says of itself, for help, manual and completions.
#include "app/cli/parser.h"

namespace ghostline::app {

manual::Program describe(const Parser& parser);

} // namespace ghostline::app
