// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/gui/timeline/track_lane.h"

#include "app/gui/widgets/event_strength.h"
#include "app/gui/widgets/replay_words.h"
#include "render/base/theme.h"

#include <algorithm>
#include <array>
#include <cmath>

namespace ghostline::app {

namespace {

constexpr int LineHeight = 7;
constexpr int LeastLine = 4; // what a line takes at least, with the pixel between it and the next
constexpr int LaneMargin = 4;
constexpr double StrokeWidth = 2.0;
constexpr double MissBy = 3.0;  // pixels a click may miss by
constexpr float Full = 0.85F;   // opacity
constexpr float Shared = 0.47F; // where bars of several actors lie over each other
constexpr std::size_t SharedDepth = 3;

/// Up to which pixel a line is painted.
struct Reached
{
    std::array<double, SharedDepth> bars{};
    double strokes = 0.0;

    /// The first of so many layers that is free at `left`, or the one that is soonest.
    double& layer(double left, std::size_t depth)
    {
        const auto end = bars.begin() + static_cast<std::ptrdiff_t>(depth);
        const auto free = std::find_if(bars.begin(), end, [left](double until) { return until <= left; });
        return free != end ? *free : *std::min_element(bars.begin(), end);
    }
};

/// By number, so that the lines stand as the players do everywhere else.
std::vector<model::ActorId> actorsOf(const model::EventTable& events, const QString& title)
{
    std::vector<bool> ofRow;
    ofRow.reserve(events.kinds.size());
    for (const model::EventKind& kind : events.kinds)
        ofRow.push_back(kind.lane == title);
    std::vector<model::ActorId> actors;
    for (const model::Event& event : events.events) {
        if (!ofRow[static_cast<std::size_t>(event.kind)] || event.actors.empty())
            continue;
        actors.push_back(event.actors.front());
    }
    std::sort(actors.begin(), actors.end());
    actors.erase(std::unique(actors.begin(), actors.end()), actors.end());
    return actors;
}

} // namespace

TrackLane::TrackLane(const QString& title, int lines)
    : Lane(idOf(title), title, std::max(20, lines * LineHeight + 2 * LaneMargin)),
      m_lines(std::clamp(lines, 1, MostLines))
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
    return std::clamp(static_cast<int>(actorsOf(events, title).size()), 1, MostLines);
}

/// What the list's filter leaves of this row. Kinds that the list leaves out from the start, because they
/// would fill it, are drawn all the same: that is what they have a row for.
model::EventFilter TrackLane::filterFor(const model::EventTable& events, model::EventFilter filter) const
{
    for (std::size_t i = 0; i < events.kinds.size(); ++i) {
        const int kind = static_cast<int>(i);
        if (events.kinds[i].lane != title())
            filter.hiddenKinds.insert(kind);
        else if (!events.kinds[i].shownByDefault)
            filter.hiddenKinds.remove(kind);
    }
    return filter;
}

void TrackLane::setData(const LaneData& data)
{
    Lane::setData(data);
    m_items.clear();
    m_longest = {};
    m_used = false;
    if (!data.index) {
        m_events.reset();
        return;
    }
    if (m_events != data.index->events) {
        m_events = data.index->events;
        m_actors = actorsOf(*m_events, title());
    }
    m_foremost = positionOf(data.selected);
    if (m_foremost == NoOne)
        m_foremost = positionOf(data.locked);
    const model::EventFilter filter = filterFor(*m_events, data.filter);
    const model::EventList shown(m_events, data.index->info->cast, filter);
    m_items.reserve(static_cast<std::size_t>(shown.count()));
    for (int row = 0; row < shown.count(); ++row) {
        Item item = itemFor(shown.at(row), data);
        item.event = shown.tableIndex(row);
        m_longest = std::max(m_longest, item.end - item.begin);
        m_items.push_back(item);
    }
    // A word typed into the list's filter may empty a row, but rows do not come and go with it.
    model::EventFilter known;
    known.hiddenKinds = filter.hiddenKinds;
    known.perspective = filter.perspective;
    m_used = !m_items.empty() || model::EventList(m_events, data.index->info->cast, known).count() > 0;
}

TrackLane::Item TrackLane::itemFor(const model::Event& event, const LaneData& data) const
{
    const model::ReplayInfo& info = *data.index->info;
    Item item;
    item.begin = event.time;
    item.end = event.time + event.length;
    item.hue = event.hue;
    item.standing = concernsLocked(event, info, data.locked) ? Standing::Strong : Standing::Other;
    if (event.actors.empty())
        return item;
    item.rank = rankOf(event.actors.front());
    if (m_foremost != NoOne && item.rank == 0)
        item.standing = Standing::Foremost;
    const model::ActorInfo* actor = info.actor(event.actors.front());
    if (actor != nullptr)
        item.team = actor->team;
    return item;
}

std::ptrdiff_t TrackLane::positionOf(model::ActorId actor) const
{
    const auto at = std::lower_bound(m_actors.begin(), m_actors.end(), actor);
    return at != m_actors.end() && *at == actor ? at - m_actors.begin() : NoOne;
}

/// Who is foremost goes before all others, which keep their order.
int TrackLane::rankOf(model::ActorId actor) const
{
    const std::ptrdiff_t position = positionOf(actor);
    if (position == m_foremost)
        return 0;
    return static_cast<int>(position < m_foremost ? position + 1 : position);
}

int TrackLane::linesIn(const LaneFrame& frame) const
{
    return std::clamp((frame.height - 2 * LaneMargin) / LeastLine, 1, m_lines);
}

bool TrackLane::shared(const Item& item, const LaneFrame& frame) const
{
    const int lines = linesIn(frame);
    return lines < std::ssize(m_actors) && item.rank >= lines - 1;
}

std::size_t TrackLane::firstIn(model::Micros begin) const
{
    const auto at = std::lower_bound(m_items.begin(), m_items.end(), begin - m_longest,
                                     [](const Item& item, model::Micros t) { return item.begin < t; });
    return static_cast<std::size_t>(at - m_items.begin());
}

QRectF TrackLane::place(const Item& item, const LaneFrame& frame) const
{
    const double room = static_cast<double>(frame.height - 2 * LaneMargin) / linesIn(frame);
    const double left = frame.view.x(item.begin);
    const double right = frame.view.x(item.end);
    return {item.lasts() ? left : left - StrokeWidth / 2.0, LaneMargin + lineOf(item, frame) * room + 0.5,
            std::max(right - left, StrokeWidth), room - 1.0};
}

/// Who is locked stands out on a shared line too: theirs lies over what is faint.
void TrackLane::paint(QPainter& painter, const LaneFrame& frame)
{
    for (const Standing standing : {Standing::Other, Standing::Strong, Standing::Foremost})
        paintItems(painter, frame, standing);
}

/// However many there are, a pixel of a line is painted at most once by bars and once by strokes over them,
/// and SharedDepth times by bars where actors share the line.
void TrackLane::paintItems(QPainter& painter, const LaneFrame& frame, Standing standing) const
{
    std::array<Reached, MostLines> reached{};
    const model::Micros reach = frame.view.tolerance(StrokeWidth);
    for (std::size_t i = firstIn(frame.view.begin() - reach); i < m_items.size(); ++i) {
        const Item& item = m_items[i];
        if (item.begin > frame.view.end() + reach)
            break;
        if (item.standing != standing)
            continue;
        const QRectF bar = place(item, frame);
        const bool among = item.lasts() && standing != Standing::Foremost && shared(item, frame);
        Reached& ofLine = reached[static_cast<std::size_t>(lineOf(item, frame))];
        double& until =
            item.lasts() ? ofLine.layer(std::round(bar.left()), among ? SharedDepth : 1) : ofLine.strokes;
        const double left = std::max(std::round(bar.left()), until);
        const double right = std::min(std::round(bar.right()), frame.view.width());
        if (right <= left)
            continue; // out of sight, or where something stands already
        QColor colour = item.hue >= 0 ? frame.theme.hue(item.hue)
                                      : render::teamColor(frame.theme, data().index->info->teams, item.team);
        colour.setAlphaF(standing == Standing::Other ? Full * OthersStrength : among ? Shared : Full);
        // A gap before the next one's, where that follows at once.
        const double gap = among && right - left > StrokeWidth ? 1.0 : 0.0;
        painter.fillRect(QRectF(left, bar.top(), right - left - gap, bar.height()), colour);
        until = right;
    }
}

QString TrackLane::note(const LaneFrame& frame) const
{
    const auto more = static_cast<int>(std::ssize(m_actors)) - linesIn(frame);
    return more > 0 ? QObject::tr("+%n more on the last line", nullptr, more) : QString();
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
        const double distance = beside + above;
        // Of those at the same distance the one that lies over the others.
        const bool over = found == nullptr || m_items[i].standing >= found->standing;
        if (distance < nearest || (distance == nearest && over)) {
            nearest = distance;
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
    if (shared(*found, frame))
        hit.detail = note(frame);
    hit.text = event.text.isEmpty() ? shownName(m_events->kinds[static_cast<std::size_t>(event.kind)].name)
                                    : shownSentence(event);
    if (!event.actors.empty()) {
        if (const model::ActorInfo* actor = data().index->info->actor(event.actors.front()); actor != nullptr)
            hit.text = actor->name + QStringLiteral(": ") + hit.text;
    }
    return hit;
}

} // namespace ghostline::app
