// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// What one tick of the made-up match has to tell, and the memory that events and orders point into.
#include "codecs/ironcurtain/events/orders.h"

#include <deque>
#include <string>

namespace ghostline::ironcurtain::skirmish {

class Tape
{
public:
    /// Forgets the tick before.
    void begin(SimTick tick)
    {
        m_frame.tick = tick;
        m_frame.stateHash = 0;
        m_frame.orders.clear();
        m_events.clear();
        m_tags.clear();
        m_places.clear();
        m_bodies.clear();
    }
    SimTick tick() const { return m_frame.tick; }

    void write(const EventBody& body)
    {
        AnalysisEvent event;
        event.tick = m_frame.tick;
        event.body = body;
        m_events.push_back(event);
    }
    void order(Order order) { m_frame.orders.push_back(std::move(order)); }

    // Copies that last until the next tick.
    TagList keep(std::vector<UnitTag> tags)
    {
        return TagList(std::span<const UnitTag>(m_tags.emplace_back(std::move(tags))));
    }
    PackedList<UnitPlace> keep(std::vector<UnitPlace> places)
    {
        return PackedList<UnitPlace>(std::span<const UnitPlace>(m_places.emplace_back(std::move(places))));
    }
    std::span<const std::byte> keep(Bytes bytes) { return m_bodies.emplace_back(std::move(bytes)); }

    std::span<const AnalysisEvent> events() const { return m_events; }
    const OrderFrame& frame() const { return m_frame; }

private:
    OrderFrame m_frame;
    std::vector<AnalysisEvent> m_events;
    std::deque<std::vector<UnitTag>> m_tags;
    std::deque<std::vector<UnitPlace>> m_places;
    std::deque<Bytes> m_bodies;
};

} // namespace ghostline::ironcurtain::skirmish
