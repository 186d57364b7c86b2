// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// Whether two recordings can be laid on each other.
#include "model/export.h"
#include "model/replay_info.h"

namespace ghostline::model {

/// False where both say where they were made, and it was not the same place or not the same version of it.
GHOSTLINE_MODEL_EXPORT bool sameWorld(const ReplayInfo& a, const ReplayInfo& b);

} // namespace ghostline::model
