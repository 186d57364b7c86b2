// SPDX-License-Identifier: GPL-3.0-or-later
#include "model/analysis/merge_events.h"

#include <algorithm>

namespace ghostline::model {

namespace {

/// The place of each of these kinds in the merged list, to which those that are new are added. `suffix` tells
/// ids of the one origin from those of the other.
std::vector<int> placesOf(const std::vector<EventKind>& kinds, const QString& suffix,
                          std::vector<EventKind>& merged)
{
    std::vector<int> places;
    places.reserve(kinds.size());
    for (const EventKind& kind : kinds) {
        const QString id = kind.id + suffix;
        const auto known = std::find_if(merged.begin(), merged.end(),
                                        [&id](const EventKind& other) { return other.id == id; });
        places.push_back(static_cast<int>(known - merged.begin()));
        if (known != merged.end())
            continue;
        merged.push_back(kind);
        merged.back().id = id;
    }
    return places;
}

void append(std::vector<Event>& events, const EventTable& table, const std::vector<int>& places)
{
    for (const Event& event : table.events) {
        if (event.kind < 0 || static_cast<std::size_t>(event.kind) >= places.size())
            continue;
        events.push_back(event);
        events.back().kind = places[static_cast<std::size_t>(event.kind)];
    }
}

} // namespace

std::shared_ptr<const EventTable> mergeEvents(const EventTable& recorded, const EventTable& workedOut,
                                              const EventTable* before)
{
    auto merged = std::make_shared<EventTable>();
    if (before != nullptr)
        merged->kinds = before->kinds;
    const std::vector<int> ofRecorded = placesOf(recorded.kinds, QString(), merged->kinds);
    const std::vector<int> ofWorkedOut =
        placesOf(workedOut.kinds, QStringLiteral("_worked_out"), merged->kinds);
    std::vector<Event>& events = merged->events;
    events.reserve(recorded.events.size() + workedOut.events.size());
    append(events, recorded, ofRecorded);
    const auto middle = static_cast<std::ptrdiff_t>(events.size());
    append(events, workedOut, ofWorkedOut);
    std::inplace_merge(events.begin(), events.begin() + middle, events.end(),
                       [](const Event& a, const Event& b) { return a.frame < b.frame; });
    return merged;
}

} // namespace ghostline::model
