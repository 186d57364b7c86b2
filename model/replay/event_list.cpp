// SPDX-License-Identifier: GPL-3.0-or-later
#include "model/replay/event_list.h"

#include <algorithm>

namespace ghostline::model {

namespace {

/// Whether somebody at the filter's place, or anywhere, is as wanted.
template<typename Wanted>
bool takesPart(const Event& event, int place, const Wanted& wanted)
{
    const auto at = static_cast<std::size_t>(place);
    if (place >= 0)
        return at < event.actors.size() && wanted(event.actors[at]);
    return std::any_of(event.actors.begin(), event.actors.end(), wanted);
}

bool mentions(const Event& event, std::span<const ActorInfo> cast, const EventFilter& filter,
              const QString& text)
{
    if ((filter.shown ? filter.shown(event) : event.text).contains(text, Qt::CaseInsensitive))
        return true;
    return std::any_of(event.actors.begin(), event.actors.end(), [&](ActorId actor) {
        return index(actor) < cast.size() && cast[index(actor)].name.contains(text, Qt::CaseInsensitive);
    });
}

} // namespace

EventList::EventList(std::shared_ptr<const EventTable> table, std::span<const ActorInfo> cast,
                     const EventFilter& filter)
{
    if (table)
        m_table = std::move(table);
    const QString text = filter.text.trimmed();
    const auto isActor = [&filter](ActorId actor) { return actor == filter.actor; };
    const auto isOfTeam = [&](ActorId actor) {
        return index(actor) < cast.size() && cast[index(actor)].team == filter.team;
    };
    for (std::size_t i = 0; i < m_table->events.size(); ++i) {
        const Event& event = m_table->events[i];
        if (filter.hiddenKinds.contains(event.kind))
            continue;
        if (!perceivedBy(event, filter.perspective))
            continue;
        if (event.frame < filter.first || event.frame >= filter.end)
            continue;
        if (filter.actor != ActorId::None && !takesPart(event, filter.place, isActor))
            continue;
        if (filter.team >= 0 && !takesPart(event, filter.place, isOfTeam))
            continue;
        if (filter.counted && !event.data.value(QLatin1String("counted")).toBool(true))
            continue;
        if (!text.isEmpty() && !mentions(event, cast, filter, text))
            continue;
        m_rows.push_back(static_cast<int>(i));
    }
}

const Event& EventList::at(int row) const
{
    return m_table->events[static_cast<std::size_t>(m_rows[static_cast<std::size_t>(row)])];
}

std::vector<int> EventList::countsByKind() const
{
    std::vector<int> counts(m_table->kinds.size(), 0);
    for (const Event& event : m_table->events) {
        const auto kind = static_cast<std::size_t>(event.kind);
        if (event.kind >= 0 && kind < counts.size())
            ++counts[kind];
    }
    return counts;
}

int EventList::lastAt(FrameNumber frame) const { return (next(frame) < 0 ? count() : next(frame)) - 1; }

int EventList::next(FrameNumber frame) const
{
    const auto after = std::upper_bound(m_rows.begin(), m_rows.end(), frame, [this](FrameNumber f, int row) {
        return f < m_table->events[static_cast<std::size_t>(row)].frame;
    });
    return after == m_rows.end() ? -1 : static_cast<int>(after - m_rows.begin());
}

int EventList::previous(FrameNumber frame) const
{
    const auto from = std::lower_bound(m_rows.begin(), m_rows.end(), frame, [this](int row, FrameNumber f) {
        return m_table->events[static_cast<std::size_t>(row)].frame < f;
    });
    return static_cast<int>(from - m_rows.begin()) - 1;
}

} // namespace ghostline::model
