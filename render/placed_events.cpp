// SPDX-License-Identifier: GPL-3.0-or-later
#include "render/placed_events.h"

#include "model/event_list.h"

#include <algorithm>

namespace ghostline::render {

namespace {

constexpr model::Micros CueTime{3'000'000};
constexpr float SmallestRadius = 1.5F; // metres; a point is no ring

} // namespace

void PlacedEvents::setIndex(const model::ReplayIndex& index)
{
    m_entries.clear();
    m_longest = {};
    m_info = index.info;
    m_table = index.events;
    const model::EventTable& table = *m_table;
    for (std::size_t i = 0; i < table.events.size(); ++i) {
        const model::Event& event = table.events[i];
        const auto kind = static_cast<std::size_t>(event.kind);
        if (!event.placed || kind >= table.kinds.size())
            continue;
        const bool band = table.kinds[kind].band;
        if (!band && !table.kinds[kind].cue)
            continue;
        Entry entry;
        entry.begin = event.time;
        entry.end = event.time + (band ? event.length : CueTime);
        entry.event = i;
        entry.shown.place = event.place;
        entry.shown.radius = std::max(event.radius, SmallestRadius);
        entry.shown.actor = event.actors.empty() ? model::ActorId::None : event.actors.front();
        entry.shown.band = band;
        m_longest = std::max(m_longest, entry.end - entry.begin);
        m_entries.push_back(entry);
    }
}

void PlacedEvents::at(model::Micros now, model::ActorId eyes, std::vector<ShownPlace>& out) const
{
    out.clear();
    const model::ActorInfo* whose = m_info ? m_info->actor(eyes) : nullptr;
    const int team = whose != nullptr ? whose->team : -1;
    auto entry = std::lower_bound(m_entries.begin(), m_entries.end(), now - m_longest,
                                  [](const Entry& e, model::Micros t) { return e.begin < t; });
    for (; entry != m_entries.end() && entry->begin <= now; ++entry) {
        if (entry->end < now || !model::perceivedBy(m_table->events[entry->event], team))
            continue;
        ShownPlace& shown = out.emplace_back(entry->shown);
        if (!shown.band)
            shown.strength =
                1.0F - static_cast<float>(model::seconds(now - entry->begin) / model::seconds(CueTime));
    }
}

} // namespace ghostline::render
