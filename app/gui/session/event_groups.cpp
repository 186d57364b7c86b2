// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/gui/session/event_groups.h"

#include <algorithm>
#include <tuple>

namespace ghostline::app {

namespace {

/// A thousand units that are there from the start are not compared with each other.
constexpr std::size_t OpenGroups = 16;

bool among(const std::vector<model::ActorId>& actors, model::ActorId wanted)
{
    return std::find(actors.begin(), actors.end(), wanted) != actors.end();
}

bool sameSubject(const model::ReplayInfo& info, const model::Event& a, const model::Event& b)
{
    if (a.actors.empty() || b.actors.empty())
        return false;
    // Of whom one tells more than the other may only be people: a goal, and who made it possible.
    const auto covered = [&info](const model::Event& inner, const model::Event& outer, bool people) {
        return std::all_of(inner.actors.begin(), inner.actors.end(), [&](model::ActorId id) {
            const model::ActorInfo* actor = info.actor(id);
            const bool person = actor == nullptr || actor->principal;
            return person != people || among(outer.actors, id);
        });
    };
    return covered(a, b, false) && covered(b, a, false) && (covered(a, b, true) || covered(b, a, true));
}

/// What a row begins with: what accuses, then what matters, then what is worth most; else what came first.
auto rank(const model::EventTable& table, const model::Event& event)
{
    const model::EventKind& kind = table.kinds[static_cast<std::size_t>(event.kind)];
    return std::tuple(!kind.flag, !kind.major, !kind.shownByDefault, -kind.highlight.worth);
}

struct Gathered
{
    model::Micros first{};
    std::vector<int> rows;
};

bool belongs(const model::EventList& list, const model::ReplayInfo& info, const Gathered& group, int row)
{
    const model::Event& event = list.at(row);
    if (event.time - group.first > SameInstant)
        return false;
    const bool otherKind = std::none_of(group.rows.begin(), group.rows.end(),
                                        [&](int part) { return list.at(part).kind == event.kind; });
    return otherKind && std::any_of(group.rows.begin(), group.rows.end(),
                                    [&](int part) { return sameSubject(info, list.at(part), event); });
}

} // namespace

EventGroups::EventGroups(const model::EventList& list, const model::ReplayInfo& info)
{
    const int count = list.count();
    std::vector<Gathered> groups;
    groups.reserve(static_cast<std::size_t>(count));
    for (int row = 0; row < count; ++row) {
        const auto oldest = groups.end() - static_cast<std::ptrdiff_t>(std::min(groups.size(), OpenGroups));
        const auto found = std::find_if(
            oldest, groups.end(), [&](const Gathered& group) { return belongs(list, info, group, row); });
        if (found != groups.end())
            found->rows.push_back(row);
        else
            groups.push_back({list.at(row).time, {row}});
    }
    m_parts.reserve(static_cast<std::size_t>(count));
    m_starts.reserve(groups.size() + 1);
    for (Gathered& group : groups) {
        std::stable_sort(group.rows.begin(), group.rows.end(), [&](int a, int b) {
            return rank(list.table(), list.at(a)) < rank(list.table(), list.at(b));
        });
        m_parts.insert(m_parts.end(), group.rows.begin(), group.rows.end());
        m_starts.push_back(static_cast<int>(m_parts.size()));
    }
}

} // namespace ghostline::app
