// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// The list that the event rules write to: always ascending by frame, whatever is found out late.
#include "model/event.h"

namespace ghostline::echo {

/// More events than this are left out with a diagnostic.
inline constexpr std::size_t MaxEvents = 300'000;

/// Stays the same while others are inserted before it.
using EventId = std::int32_t;
inline constexpr EventId NoEvent = -1;

class EventLog
{
public:
    /// Behind everything of the same frame. NoEvent when the list is full.
    EventId add(model::Event event);
    /// Null for NoEvent and for what was removed. Valid until the next add() or remove().
    model::Event* find(EventId id);
    /// Takes back what turned out to be something else.
    void remove(EventId id);
    /// The event goes on until close(); its length is then what has passed.
    void open(EventId id);
    void close(EventId id, model::Micros now);
    /// All events, those still open with the length they have had until `now`.
    const std::vector<model::Event>& until(model::Micros now);
    std::size_t leftOut() const { return m_leftOut; }

private:
    std::vector<model::Event> m_events;
    std::vector<EventId> m_ids; ///< by place in m_events
    std::vector<EventId> m_open;
    EventId m_next = 0;
    std::size_t m_leftOut = 0;
};

} // namespace ghostline::echo
