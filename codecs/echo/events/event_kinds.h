// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// The kinds of events of an Echo recording, in the order in which they are declared.
#include "model/replay/event.h"

namespace ghostline::echo {

enum class Kind : int {
    Goal,
    Shot,
    Assist,
    Save,
    Steal,
    Stun,
    Catch,
    Pass,
    Throw,
    Block,
    Interception,
    Possession,
    Joust,
    RoundStart,
    RoundEnd,
    Pause,
    RestartRequest,
    Joined,
    Left,
    Emote,
    RulesChanged,
    Loadout
};
inline constexpr int Kinds = 22;

/// Index = Kind.
const std::vector<model::EventKind>& eventKinds();

} // namespace ghostline::echo
