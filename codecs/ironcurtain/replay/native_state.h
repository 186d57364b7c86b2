// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// One tick under the format's own names and in its own units.
#include "codecs/ironcurtain/replay/match_log.h"
#include "codecs/ironcurtain/state/keyframe_store.h"
#include "codecs/ironcurtain/units/kinds.h"

#include <QJsonObject>

namespace ghostline::ironcurtain {

struct NativeQuery
{
    SimTick tick = 0;
    const SimState* state = nullptr; ///< of the last keyframe that can be read; null when there is none
    const KeyframeStore::Side* side = nullptr;
    const Kinds* kinds = nullptr;
    const MatchLog* log = nullptr;
    const Players* players = nullptr;
};
/// What the keyframe says, and beside it what events say of everybody alive at the tick.
QJsonObject nativeTick(const NativeQuery& query);

} // namespace ghostline::ironcurtain
