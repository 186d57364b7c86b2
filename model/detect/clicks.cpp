// SPDX-License-Identifier: GPL-3.0-or-later
#include "model/detect/clicks.h"

#include "model/review/action_marks.h"

#include <algorithm>

namespace ghostline::model {

std::vector<bool> clickKinds(const EventTable& events)
{
    std::vector<bool> out;
    out.reserve(events.kinds.size());
    for (const EventKind& kind : events.kinds)
        out.push_back(std::ranges::find(actionmarks::Clicks, kind.id) != actionmarks::Clicks.end());
    return out;
}

std::vector<Click> clicksOf(const EventTable& events, ActorId actor)
{
    const std::vector<bool> kinds = clickKinds(events);
    std::vector<Click> out;
    for (const Event& event : events.events) {
        const bool click = kinds[static_cast<std::size_t>(event.kind)] && !event.actors.empty() &&
                           event.actors.front() == actor;
        if (click && !event.data.value(actionmarks::ReleasedKey).toBool())
            out.push_back({event.frame, event.time});
    }
    return out;
}

} // namespace ghostline::model
