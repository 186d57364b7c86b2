// SPDX-License-Identifier: GPL-3.0-or-later
#include "model/event_list.h"

#include <algorithm>

namespace ghostline::model {

namespace {

bool takesPart(const Event& event, ActorId actor, int place)
{
    const auto at = static_cast<std::size_t>(place);
    if (place >= 0)
        return at < event.actors.size() && event.actors[at] == actor;
    return std::find(event.actors.begin(), event.actors.end(), actor) != event.actors.end();
}

bool mentions(const Event& event, std::span<const ActorInfo> cast, const QString& text)
{
    if (event.text.contains(text, Qt::CaseInsensitive))
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
    for (std::size_t i = 0; i < m_table->events.size(); ++i) {
        const Event& event = m_table->events[i];
        if (event.severity < filter.minSeverity || filter.hiddenKinds.contains(event.kind))
            continue;
        if (filter.actor != ActorId::None && !takesPart(event, filter.actor, filter.place))
            continue;
        if (filter.counted && !event.data.value(QLatin1String("counted")).toBool(true))
            continue;
        if (!text.isEmpty() && !mentions(event, cast, text))
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
