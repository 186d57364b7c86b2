// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// A run in which everything happens that is listed.
#include "tests/codecs/recording/run_script.h"

namespace ghostline::test {

using namespace ghostline::recording;

RunScript storyOf(Profile profile);

} // namespace ghostline::test
