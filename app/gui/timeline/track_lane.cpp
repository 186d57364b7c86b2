// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/gui/timeline/track_lane.h"

#include "model/time_text.h"

#include <algorithm>

namespace ghostline::app {

namespace {

constexpr int LineHeight = 7;
constexpr int Margin = 4;
constexpr double StrokeWidth = 2.0;
constexpr double MissBy = 3.0; // pixels a click may miss by

/// Actors that have a line, in the order in which they first take part.
std::vector<model::ActorId> actorsOf(const model::EventTable& events, const QString& title)
{
    std::vector<model::ActorId> actors;
    for (const model::Event& event : events.events) {
        if (events.kinds[static_cast<std::size_t>(event.kind)].lane != title || event.actors.empty() ||
            std::find(actors.begin(), actors.end(), event.actors.front()) != actors.end())
            continue;
        actors.push_back(event.actors.front());
        if (actors.size() == static_cast<std::size_t>(TrackLane::MostLines))
            break;
    }
    // By number, so that the lines stand as the players do everywhere else.
    std::sort(actors.begin(), actors.end());
    return actors;
}

} // namespace

TrackLane::TrackLane(const QString& title, int lines)
    : Lane(idOf(title), title, std::max(20, lines * LineHeight + 2 * Margin)), m_lines(lines)
{
}

QStringList TrackLane::titlesOf(const model::EventTable& events)
{
    std::vector<bool> used(events.kinds.size(), false);
    for (const model::Event& event : events.events)
        used[static_cast<std::size_t>(event.kind)] = true;
    QStringList titles;
    for (std::size_t kind = 0; kind < events.kinds.size(); ++kind) {
        const QString& title = events.kinds[kind].lane;
        if (used[kind] && !title.isEmpty() && !titles.contains(title))
            titles << title;
    }
    return titles;
}

int TrackLane::linesOf(const model::EventTable& events, const QString& title)
{
    return std::max(1, static_cast<int>(actorsOf(events, title).size()));
}

void TrackLane::setData(const LaneData& data)
{
    Lane::setData(data);
    m_items.clear();
    m_longest = {};
    m_events.reset();
    if (!data.index)
        return;
    m_events = data.index->events;
    const model::ReplayInfo& info = *data.index->info;
    const std::vector<model::ActorId> actors = actorsOf(*m_events, title());
    for (std::size_t i = 0; i < m_events->events.size(); ++i) {
        const model::Event& event = m_events->events[i];
        if (m_events->kinds[static_cast<std::size_t>(event.kind)].lane != title() ||
            !model::perceivedBy(event, data.perspective))
            continue;
        Item item;
        item.event = static_cast<int>(i);
        item.hue = event.hue;
        if (!event.actors.empty()) {
            const auto at = std::find(actors.begin(), actors.end(), event.actors.front());
            item.line = std::min(static_cast<int>(at - actors.begin()), m_lines - 1);
            const model::ActorInfo* actor = info.actor(event.actors.front());
            if (item.hue < 0 && actor != nullptr && actor->team >= 0 &&
                static_cast<std::size_t>(actor->team) < info.teams.size())
                item.hue = info.teams[static_cast<std::size_t>(actor->team)].hue;
        }
        m_longest = std::max(m_longest, event.length);
        m_items.push_back(item);
    }
}

std::size_t TrackLane::firstIn(model::Micros begin) const
{
    const model::Micros from = begin - m_longest;
    const auto at = std::lower_bound(m_items.begin(), m_items.end(), from, [this](const Item& i, auto t) {
        return m_events->events[static_cast<std::size_t>(i.event)].time < t;
    });
    return static_cast<std::size_t>(at - m_items.begin());
}

QRectF TrackLane::place(const Item& item, const LaneFrame& frame) const
{
    const model::Event& event = m_events->events[static_cast<std::size_t>(item.event)];
    const double room = static_cast<double>(frame.height - 2 * Margin) / m_lines;
    const double left = frame.view.x(event.time);
    const double right = frame.view.x(event.time + event.length);
    const bool lasts = event.length.count() > 0;
    return {lasts ? left : left - StrokeWidth / 2.0, Margin + item.line * room + 0.5,
            std::max(right - left, StrokeWidth), room - 1.0};
}

void TrackLane::paint(QPainter& painter, const LaneFrame& frame)
{
    for (std::size_t i = firstIn(frame.view.begin()); i < m_items.size(); ++i) {
        const QRectF bar = place(m_items[i], frame);
        if (bar.left() > frame.view.width())
            break;
        QColor colour = m_items[i].hue >= 0 ? frame.theme.hue(m_items[i].hue) : frame.theme.textMuted;
        colour.setAlphaF(0.85F);
        const QRectF shown = bar.intersected(QRectF(0.0, 0.0, frame.view.width(), frame.height));
        if (!shown.isEmpty())
            painter.fillRect(shown, colour);
    }
}

std::optional<LaneHit> TrackLane::hit(QPointF at, const LaneFrame& frame)
{
    const Item* found = nullptr;
    double nearest = MissBy;
    for (std::size_t i = firstIn(frame.view.timeAt(at.x() - MissBy)); i < m_items.size(); ++i) {
        const QRectF bar = place(m_items[i], frame);
        if (bar.left() > at.x() + MissBy)
            break;
        const double beside = std::max({bar.left() - at.x(), at.x() - bar.right(), 0.0});
        const double above = std::max({bar.top() - at.y(), at.y() - bar.bottom(), 0.0});
        if (beside + above <= nearest) {
            nearest = beside + above;
            found = &m_items[i];
        }
    }
    if (found == nullptr)
        return std::nullopt;
    const model::Event& event = m_events->events[static_cast<std::size_t>(found->event)];
    LaneHit hit;
    hit.at = {event.frame, 0.0};
    hit.x = frame.view.x(event.time);
    hit.event = found->event;
    hit.text = event.text.isEmpty() ? m_events->kinds[static_cast<std::size_t>(event.kind)].name : event.text;
    if (!event.actors.empty()) {
        if (const model::ActorInfo* actor = data().index->info->actor(event.actors.front()); actor != nullptr)
            hit.text = actor->name + QStringLiteral(": ") + hit.text;
    }
    return hit;
}

} // namespace ghostline::app
