// SPDX-License-Identifier: GPL-3.0-or-later
// Laid out anew for each state: there are few of them.
#include "render/actors/ground_rings.h"

#include "model/replay/event_list.h"
#include "model/world/standing.h"
#include "render/actors/goal_mark.h"
#include "render/actors/instance.h"

#include <algorithm>
#include <array>

namespace ghostline::render {

namespace {

constexpr model::Micros CueTime{3'000'000};
constexpr float SmallestRing = 1.5F; // metres; a point is no ring

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
        entry.shown.radius = std::max(event.radius, SmallestRing);
        entry.shown.actor = event.actors.empty() ? model::ActorId::None : event.actors.front();
        entry.shown.band = band;
        m_longest = std::max(m_longest, entry.end - entry.begin);
        m_entries.push_back(entry);
    }
}

void PlacedEvents::at(model::Micros now, model::ActorId perspective, std::vector<ShownEvent>& out) const
{
    out.clear();
    const model::ActorInfo* whose = m_info ? m_info->actor(perspective) : nullptr;
    const int team = whose != nullptr ? whose->team : -1;
    auto entry = std::lower_bound(m_entries.begin(), m_entries.end(), now - m_longest,
                                  [](const Entry& e, model::Micros t) { return e.begin < t; });
    for (; entry != m_entries.end() && entry->begin <= now; ++entry) {
        if (entry->end < now || !model::perceivedBy(m_table->events[entry->event], team))
            continue;
        ShownEvent& shown = out.emplace_back(entry->shown);
        if (!shown.band)
            shown.strength =
                1.0F - static_cast<float>(model::seconds(now - entry->begin) / model::seconds(CueTime));
    }
}

namespace {

/// Level, at the feet of who is selected.
void addDistances(std::vector<GroundRing>& out, const ViewContent& content, const ActorStyles& styles)
{
    constexpr std::array<float, 3> Metres{10.0F, 25.0F, 50.0F};
    const model::WorldState& state = *content.state;
    const auto row = content.options.distanceRings ? styles.drawnRow(state, content.selection) : std::nullopt;
    if (!row)
        return;
    const PickBox box = styles.box(state, *row);
    const glm::dvec3 feet = box.centre - glm::dvec3(0.0, static_cast<double>(box.half.y), 0.0);
    for (const float radius : Metres)
        out.push_back(
            {.centre = feet, .radius = radius, .colour = toVec4(content.theme.text), .toScale = true});
}

void addGoal(std::vector<GroundRing>& out, const ViewContent& content)
{
    constexpr float GoalRadius = 1.2F; // metres
    if (const auto now = goalNow(content))
        out.push_back({.centre = now->place,
                       .radius = GoalRadius,
                       .colour = toVec4(goalColour(content.theme)),
                       .strong = true});
}

} // namespace

const std::vector<GroundRing>& GroundRings::at(const ViewContent& content, const ActorStyles& styles)
{
    m_rings.clear();
    addEvents(content, styles);
    addDeaths(content, styles);
    addDistances(m_rings, content, styles);
    addGoal(m_rings, content);
    return m_rings;
}

/// Small ones in the team's colour where units fell; of what a perspective does not see, none.
void GroundRings::addDeaths(const ViewContent& content, const ActorStyles& styles)
{
    if (!content.options.unitMarks)
        return;
    const model::Micros now = content.state->time;
    for (const DeathMark& mark : m_deaths.at(now)) {
        if (styles.style(mark.actor).hidden || !styles.perspective().seenAt(mark.actor, mark.place))
            continue;
        const float strength = DeathMarks::strength(mark, now);
        glm::vec4 colour = styles.colour(mark.actor);
        colour.a = strength;
        m_rings.push_back({.centre = model::lifted(*content.scene, mark.place),
                           .radius = mark.radius,
                           .share = 0.3F + 0.7F * strength,
                           .colour = colour});
    }
}

/// Where something goes on, or was pointed at a moment ago: those shrink as they fade.
void GroundRings::addEvents(const ViewContent& content, const ActorStyles& styles)
{
    m_events.at(content.state->time, content.perspective, m_places);
    for (const ShownEvent& shown : m_places) {
        const bool own = !shown.band && shown.actor != model::ActorId::None;
        glm::vec4 colour = own ? styles.colour(shown.actor) : toVec4(content.theme.warning);
        colour.a = shown.strength;
        m_rings.push_back({.centre = model::lifted(*content.scene, shown.place),
                           .radius = shown.radius,
                           .share = shown.band ? 1.0F : 0.4F + 0.6F * shown.strength,
                           .colour = colour,
                           .strong = !shown.band});
    }
}

} // namespace ghostline::render
