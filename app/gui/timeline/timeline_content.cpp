// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/gui/timeline/timeline_content.h"

#include "app/gui/session/replay_session.h"
#include "app/gui/widgets/replay_words.h"

#include <algorithm>
#include <cmath>

namespace ghostline::app {

void TimelineContent::setFilter(const model::EventFilter& filter)
{
    m_filter = filter;
    m_eventsOf.reset();
}

LaneData TimelineContent::read(ReplaySession* session)
{
    listEvents(session);
    LaneData data;
    if (session == nullptr)
        return data;
    data.index = session->index();
    data.events = m_events;
    data.filter = m_filter;
    data.sidecar = &session->notes()->sidecar();
    data.moments = &session->moments();
    data.course = session->course();
    data.reader = &session->playback()->reader();
    data.density = m_density;
    data.locked = session->actors()->followed() != model::ActorId::None ? session->actors()->followed()
                                                                        : session->actors()->perspective();
    data.selected = session->actors()->selected();
    return data;
}

void TimelineContent::listEvents(const ReplaySession* session)
{
    if (session == nullptr) {
        m_events.reset();
        m_eventsOf.reset();
        return;
    }
    const auto index = session->index();
    const int team = session->actors()->perspectiveTeam(session->info());
    if (index == m_eventsOf && team == m_filter.perspective)
        return;
    m_eventsOf = index;
    m_filter.perspective = team; // what a player could not perceive is nowhere
    m_events = std::make_shared<model::EventList>(index->events, index->info->cast, m_filter);
}

model::Micros TimelineContent::extentOf(const model::ReplayIndex& index, model::Micros before)
{
    const model::Micros extent = index.timeAxis.duration();
    if (index.complete || index.progress <= 0.02)
        return extent;
    const auto guess =
        model::Micros{static_cast<std::int64_t>(static_cast<double>(extent.count()) / index.progress)};
    // The guess is only followed in large steps, lest the view creep.
    const bool close = before >= extent && std::abs((guess - before).count()) < before.count() / 20;
    return close ? before : std::max(extent, guess);
}

int TimelineContent::nearestEvent(model::Micros t, const model::TimeAxis& axis, model::Micros reach) const
{
    if (!m_events || m_events->count() == 0)
        return -1;
    // Frames may share a time, so neighbours are looked for on both sides of the frame.
    const int before = m_events->lastAt(axis.frameAt(t));
    int best = -1;
    model::Micros nearest = reach;
    for (int row = std::max(0, before); row <= before + 1 && row < m_events->count(); ++row) {
        const model::Micros distance{std::abs((m_events->at(row).time - t).count())};
        if (distance <= nearest) {
            nearest = distance;
            best = row;
        }
    }
    return best;
}

QString TimelineContent::kindName(int row) const
{
    return shownName(m_events->table().kinds[static_cast<std::size_t>(m_events->at(row).kind)].name);
}

} // namespace ghostline::app
