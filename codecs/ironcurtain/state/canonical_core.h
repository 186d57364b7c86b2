// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// SimCoreSnapshot, in the one order and form that is hashed and written.
#include "codecs/ironcurtain/state/sim_state.h"

#include <functional>

namespace ghostline::ironcurtain {

/// Appends the core to `out`. `offer`, if any, is called with `out` whenever a good piece has come together
/// and may take it away; what is there at the end is the caller's.
void writeCore(const SimState& state, std::span<const std::byte> randomState, Bytes& out,
               const std::function<void(Bytes&)>& offer);

// A state put together by hand may leave out what it has nothing of.
inline const StringPool& stringsOf(const SimState& state)
{
    static const StringPool none;
    return state.strings != nullptr ? *state.strings : none;
}
inline const PlayerTable& playersOf(const SimState& state)
{
    static const PlayerTable none;
    return state.players != nullptr ? *state.players : none;
}
inline const MapState& mapOf(const SimState& state)
{
    static const MapState none;
    return state.map != nullptr ? *state.map : none;
}

} // namespace ghostline::ironcurtain
