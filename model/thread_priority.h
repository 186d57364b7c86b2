// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// Work in the background must not take time from the picture.
#include "model/export.h"

namespace ghostline::model {

/// Lowers the priority of the calling thread, of no other; never raises it.
GHOSTLINE_MODEL_EXPORT void lowerThreadPriority();

} // namespace ghostline::model
