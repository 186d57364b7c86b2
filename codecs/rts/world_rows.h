// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// The columns of a world state that such games leave empty for most actors.
#include "model/world/world_state.h"

namespace ghostline::rts {

/// At rest, turned nowhere, without flags, bones and attachments. Ids, positions, provenance and properties
/// are left as they are. Allocates nothing.
void resetRows(model::WorldState& out);

} // namespace ghostline::rts
