// SPDX-License-Identifier: GPL-3.0-or-later
#include "codecs/echo/event_log.h"

#include <algorithm>

namespace ghostline::echo {

EventId EventLog::add(model::Event event)
{
    if (m_events.size() >= MaxEvents) {
        ++m_leftOut;
        return NoEvent;
    }
    // What is decided late belongs a few events back, so the place is looked for from the end.
    auto place = m_events.end();
    while (place != m_events.begin() && std::prev(place)->frame > event.frame)
        --place;
    m_ids.insert(m_ids.begin() + (place - m_events.begin()), m_next);
    m_events.insert(place, std::move(event));
    return m_next++;
}

model::Event* EventLog::find(EventId id)
{
    if (id == NoEvent)
        return nullptr;
    const auto found = std::find(m_ids.rbegin(), m_ids.rend(), id);
    return found != m_ids.rend() ? &m_events[static_cast<std::size_t>(m_ids.rend() - found - 1)] : nullptr;
}

void EventLog::remove(EventId id)
{
    std::erase(m_open, id);
    if (const model::Event* event = find(id)) {
        const auto place = event - m_events.data();
        m_events.erase(m_events.begin() + place);
        m_ids.erase(m_ids.begin() + place);
    }
}

void EventLog::open(EventId id)
{
    if (id != NoEvent)
        m_open.push_back(id);
}

void EventLog::close(EventId id, model::Micros now)
{
    if (std::erase(m_open, id) == 0)
        return;
    if (model::Event* event = find(id))
        event->length = now - event->time;
}

const std::vector<model::Event>& EventLog::until(model::Micros now)
{
    for (const EventId id : m_open) {
        if (model::Event* event = find(id))
            event->length = now - event->time;
    }
    return m_events;
}

} // namespace ghostline::echo
