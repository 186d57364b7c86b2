// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// What a figure counts, said so that the list of events can show exactly that.
#include "model/replay/event.h"

#include <QString>

#include <limits>

namespace ghostline::app {

struct EventsBehind
{
    QString kind;                                ///< EventKind::id
    model::ActorId actor = model::ActorId::None; ///< None = anybody
    int team = -1;                               ///< anybody of this team, -1 = of whichever
    int place = 0;                               ///< of Event::actors: 0 = who did it
    model::FrameNumber first = 0;                ///< of the part of the match that the figure is about ...
    model::FrameNumber end = std::numeric_limits<model::FrameNumber>::max(); ///< ... and of the next one
    QString text{};                                                          ///< "Goals of Blue, round 2"
};

} // namespace ghostline::app
