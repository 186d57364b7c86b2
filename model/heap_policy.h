// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// Decoded parts of a recording are large, made in one thread and let go in another.
#include "model/export.h"

namespace ghostline::model {

/// All threads share one heap from now on: with one for each, as glibc has it, what a thread frees stays its
/// own. To be called first in main(); does nothing with other C libraries.
GHOSTLINE_MODEL_EXPORT void shareOneHeap();

} // namespace ghostline::model
