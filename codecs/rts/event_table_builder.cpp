// SPDX-License-Identifier: GPL-3.0-or-later
#include "codecs/rts/event_table_builder.h"

#include <algorithm>

namespace ghostline::rts {

EventTableBuilder::EventTableBuilder(model::TimeAxis axis, const ActorNumbers& actors, std::size_t most)
    : m_axis(std::move(axis)), m_lastFrame(std::max<model::FrameNumber>(m_axis.frames(), 1) - 1),
      m_actors(actors), m_log(most)
{
}

model::Event* EventTableBuilder::add(int kind, model::FrameNumber frame, io::EventRank rank)
{
    model::Event event;
    event.frame = clipped(frame);
    event.time = m_axis.timeOf(event.frame);
    event.kind = kind;
    m_lastId = m_log.add(std::move(event), rank);
    return m_log.find(m_lastId);
}

model::Micros EventTableBuilder::between(model::FrameNumber first, model::FrameNumber end) const
{
    return std::max(model::Micros{0}, m_axis.timeOf(clipped(end)) - m_axis.timeOf(clipped(first)));
}

std::shared_ptr<const model::EventTable> EventTableBuilder::finish(std::vector<model::EventKind> kinds)
{
    auto table = std::make_shared<model::EventTable>();
    table->kinds = std::move(kinds);
    table->events = m_log.take();
    return table;
}

void EventTableBuilder::place(model::Event& event, const glm::dvec3& at, float radius)
{
    event.placed = true;
    event.place = at;
    event.radius = radius;
}

} // namespace ghostline::rts
