// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// Collects events of players and units into a table: bounded, timed by the replay's axis, in any order.
#include "codecs/io/event_log.h"
#include "codecs/rts/actor_numbers.h"
#include "model/time/time_axis.h"

#include <algorithm>
#include <memory>

namespace ghostline::rts {

class EventTableBuilder
{
public:
    /// `most`: events kept.
    EventTableBuilder(model::TimeAxis axis, const ActorNumbers& actors, std::size_t most);

    const ActorNumbers& actors() const { return m_actors; }
    void reserve(std::size_t events) { m_log.reserve(events); }
    /// Of a frame, or of the last one for a frame behind it. Null when there is no room for one of its rank.
    /// Valid until the next one.
    model::Event* add(int kind, model::FrameNumber frame, io::EventRank rank = io::EventRank::Normal);
    /// The event added last, to find it again as long as it has not been given up for others.
    io::EventId lastId() const { return m_lastId; }
    model::Event* find(io::EventId id) { return m_log.find(id); }
    std::size_t leftOut() const { return m_log.leftOut(); }
    /// Time from one frame to another, both clipped to the replay; never negative.
    model::Micros between(model::FrameNumber first, model::FrameNumber end) const;
    /// Visits what is kept of a kind.
    template<typename Visit>
    void each(int kind, Visit&& visit)
    {
        m_log.each([&](model::Event& event) {
            if (event.kind == kind)
                visit(event);
        });
    }
    /// Everything by frame, within a frame in the order of adding; nothing is left here.
    std::shared_ptr<const model::EventTable> finish(std::vector<model::EventKind> kinds);

    /// `radius`: metres around it that took part.
    static void place(model::Event& event, const glm::dvec3& at, float radius = 0.0F);

private:
    model::FrameNumber clipped(model::FrameNumber frame) const { return std::min(frame, m_lastFrame); }

    model::TimeAxis m_axis;
    model::FrameNumber m_lastFrame;
    ActorNumbers m_actors;
    io::EventLog m_log;
    io::EventId m_lastId = io::NoEvent;
};

} // namespace ghostline::rts
