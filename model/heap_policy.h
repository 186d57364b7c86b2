// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// Decoded parts of a recording are large, made in one thread and let go in another.
#include "model/export.h"

namespace ghostline::model {

/// All threads share one heap from now on: with one for each, as glibc has it, what a thread frees stays its
/// own. To be called first in main(); does nothing with other C libraries.
GHOSTLINE_MODEL_EXPORT void shareOneHeap();
/// Takes that back, where each thread keeps what it makes and all would wait for the one heap. Without effect
/// once another thread than main() has allocated.
GHOSTLINE_MODEL_EXPORT void useHeapForEachThread();

} // namespace ghostline::model
