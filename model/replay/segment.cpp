// SPDX-License-Identifier: GPL-3.0-or-later
#include "model/replay/segment.h"

namespace ghostline::model {

std::optional<ActorPosition> positionIn(const WorldState& state, ActorId actor)
{
    const std::ptrdiff_t found = state.row(actor);
    const auto row = static_cast<std::size_t>(found);
    if (found < 0 || (state.flags[row] & Hidden) != 0)
        return std::nullopt;
    return ActorPosition{state.positions[row], (state.flags[row] & Discontinuity) != 0};
}

// Here, so that there is one type for everybody who asks a segment for it.
ActorPositions::~ActorPositions() = default;

} // namespace ghostline::model
