// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// When somebody pressed a button, as the recording tells (model/review/action_marks.h).
#include "model/replay/event.h"

#include <vector>

namespace ghostline::model {

struct Click
{
    FrameNumber frame = 0;
    Micros time{};
};

/// All of them; several of one frame stay several.
std::vector<Click> clicksOf(const EventTable& events, ActorId actor);
/// Indices into EventTable::kinds that tell of a click.
std::vector<bool> clickKinds(const EventTable& events);

} // namespace ghostline::model
