// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// Names change; what a game knows somebody by does not.
#include "model/base/export.h"
#include "model/world/actor.h"

namespace ghostline::model {

/// What a recording says of somebody that outlives a name ("uuid"), in lower case; empty where it says
/// nothing, and for null.
GHOSTLINE_MODEL_EXPORT QString lastingId(const ActorInfo* actor);

} // namespace ghostline::model
