// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// Decoded parts of a recording are large, made in one thread and let go in another.
#include "model/base/export.h"

namespace ghostline::model {

/// Makes all threads share one heap: with glibc's heap for each thread, memory that one thread frees is of no
/// use to others. Call it first in main(); does nothing with other C libraries.
GHOSTLINE_MODEL_EXPORT void shareOneHeap();
/// Takes that back, for programs whose threads would wait for the one heap. Without effect once a thread
/// other than main() has allocated.
GHOSTLINE_MODEL_EXPORT void useHeapForEachThread();

} // namespace ghostline::model
