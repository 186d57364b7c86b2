// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// Whether a state says where somebody is, or only where it was last known to be.
#include "model/replay/replay_info.h"
#include "model/world/world_state.h"

namespace ghostline::model {

/// False where the place of this row is merely the last one known: nothing may be measured there. Where only
/// keyframes are recorded in full, a place that is held between two of them is what the recording says.
inline bool hasPlace(const ReplayInfo& info, const WorldState& state, std::size_t row)
{
    return info.exactAtKeyframes || state.provenance[row] != Provenance::Held;
}

} // namespace ghostline::model
