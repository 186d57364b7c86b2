// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// Who takes part in an event, in words.
#include "model/replay/replay_info.h"

namespace ghostline::app {

/// "Ada, Ben"; those whom the replay does not know are left out.
inline QString actorNames(const model::ReplayInfo& info, const model::Event& event)
{
    QStringList names;
    for (const model::ActorId id : event.actors) {
        if (const model::ActorInfo* actor = info.actor(id))
            names << actor->name;
    }
    return names.join(QStringLiteral(", "));
}

} // namespace ghostline::app
