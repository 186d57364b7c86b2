// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// Whether a state says where somebody is, or only where it was last known to be.
#include "model/replay/replay_index.h"
#include "model/world/world_state.h"

#include <algorithm>

namespace ghostline::model {

/// False where the place of this row is merely the last one known: nothing may be measured there. Where only
/// keyframes are recorded in full, a place that is held between two of them is what the recording says.
inline bool hasPlace(const ReplayInfo& info, const WorldState& state, std::size_t row)
{
    return info.exactAtKeyframes || state.provenance[row] != Provenance::Held;
}

/// Whether the codec only held on to what was last known when it made up this whole frame. A lost span alone
/// does not say so: often something else is missing there.
inline bool nothingRecorded(const ReplayIndex& index, FrameNumber frame, const WorldState& now)
{
    const auto recorded = [](Provenance p) { return p != Provenance::Held; };
    const auto isInside = [frame](const LostSpan& lost) { return lost.frames.contains(frame); };
    return !index.info->exactAtKeyframes && std::ranges::none_of(now.provenance, recorded) &&
           std::ranges::any_of(index.lost, isInside);
}

} // namespace ghostline::model
