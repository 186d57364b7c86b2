// SPDX-License-Identifier: GPL-3.0-or-later
#include "codecs/io/event_log.h"

#include <algorithm>
#include <limits>

namespace ghostline::io {

bool EventLog::makeRoom(EventRank rank)
{
    if (!full())
        return true;
    ++m_leftOut; // either the new one, or the one that it takes the place of
    for (std::size_t lower = 0; lower < static_cast<std::size_t>(rank); ++lower) {
        auto& ids = m_byRank[lower];
        while (!ids.empty()) {
            Entry& last = m_entries[static_cast<std::size_t>(ids.back())];
            ids.pop_back();
            if (last.kept) {
                drop(last);
                return true;
            }
        }
    }
    return false;
}

EventId EventLog::add(model::Event event, EventRank rank)
{
    constexpr auto MostIds = static_cast<std::size_t>(std::numeric_limits<EventId>::max());
    if (m_entries.size() >= MostIds || !makeRoom(rank))
        return NoEvent;
    const auto id = static_cast<EventId>(m_entries.size());
    m_entries.push_back({std::move(event), rank});
    if (rank != EventRank::Major)
        m_byRank[static_cast<std::size_t>(rank)].push_back(id);
    ++m_kept;
    return id;
}

void EventLog::drop(Entry& entry)
{
    entry = {{}, entry.rank, false};
    --m_kept;
}

const model::Event* EventLog::find(EventId id) const
{
    const bool known = id >= 0 && static_cast<std::size_t>(id) < m_entries.size();
    const Entry* const entry = known ? &m_entries[static_cast<std::size_t>(id)] : nullptr;
    return entry != nullptr && entry->kept ? &entry->event : nullptr;
}

model::Event* EventLog::find(EventId id) { return const_cast<model::Event*>(std::as_const(*this).find(id)); }

void EventLog::remove(EventId id)
{
    if (find(id) != nullptr)
        drop(m_entries[static_cast<std::size_t>(id)]);
}

void EventLog::removeFrom(model::FrameNumber frame)
{
    for (Entry& entry : m_entries) {
        if (entry.kept && entry.event.frame >= frame)
            drop(entry);
    }
}

void EventLog::open(EventId id)
{
    if (find(id) != nullptr)
        m_entries[static_cast<std::size_t>(id)].open = true;
}

void EventLog::close(EventId id, model::Micros now)
{
    model::Event* const event = find(id);
    if (event == nullptr || !m_entries[static_cast<std::size_t>(id)].open)
        return;
    m_entries[static_cast<std::size_t>(id)].open = false;
    event->length = now - event->time;
}

void EventLog::each(const std::function<void(model::Event&)>& visit)
{
    for (Entry& entry : m_entries) {
        if (entry.kept)
            visit(entry.event);
    }
}

std::vector<std::size_t> EventLog::order(model::FrameNumber end) const
{
    std::vector<std::size_t> rows;
    rows.reserve(m_kept);
    for (std::size_t i = 0; i < m_entries.size(); ++i) {
        if (m_entries[i].kept && m_entries[i].event.frame < end)
            rows.push_back(i);
    }
    const auto earlier = [this](std::size_t a, std::size_t b) {
        return m_entries[a].event.frame < m_entries[b].event.frame;
    };
    // Recordings are read from front to back: nearly always there is nothing to sort.
    if (!std::is_sorted(rows.begin(), rows.end(), earlier))
        std::stable_sort(rows.begin(), rows.end(), earlier);
    return rows;
}

std::vector<model::Event> EventLog::sorted(model::FrameNumber end, model::Micros now) const
{
    std::vector<model::Event> events;
    const auto rows = order(end);
    events.reserve(rows.size());
    for (const std::size_t row : rows) {
        events.push_back(m_entries[row].event);
        if (m_entries[row].open)
            events.back().length = now - events.back().time;
    }
    return events;
}

std::vector<model::Event> EventLog::take()
{
    std::vector<model::Event> events;
    const auto rows = order(std::numeric_limits<model::FrameNumber>::max());
    events.reserve(rows.size());
    for (const std::size_t row : rows)
        events.push_back(std::move(m_entries[row].event));
    *this = EventLog(m_most);
    return events;
}

} // namespace ghostline::io
