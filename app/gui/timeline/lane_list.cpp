// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/gui/timeline/lane_list.h"

#include "app/gui/timeline/activity_lane.h"
#include "app/gui/timeline/bookmark_lane.h"
#include "app/gui/timeline/course_lane.h"
#include "app/gui/timeline/data_lane.h"
#include "app/gui/timeline/event_lane.h"
#include "app/gui/timeline/fights_lane.h"
#include "app/gui/timeline/highlight_lane.h"
#include "app/gui/timeline/key_point_lane.h"
#include "app/gui/timeline/own_flag_lane.h"
#include "app/gui/timeline/possession_lane.h"
#include "app/gui/timeline/track_lane.h"
#include "app/gui/widgets/replay_words.h"

#include <QFontMetrics>
#include <QJsonArray>

#include <algorithm>

namespace ghostline::app {

namespace {

std::vector<std::unique_ptr<Lane>> standardLanes()
{
    std::vector<std::unique_ptr<Lane>> lanes;
    lanes.push_back(std::make_unique<EventLane>(EventLane::Shows::Events));
    lanes.push_back(std::make_unique<EventLane>(EventLane::Shows::Flags));
    lanes.push_back(std::make_unique<OwnFlagLane>());
    lanes.push_back(std::make_unique<CourseLane>(CourseLane::Shows::Score));
    lanes.push_back(std::make_unique<PossessionLane>());
    lanes.push_back(std::make_unique<FightsLane>());
    lanes.push_back(std::make_unique<CourseLane>(CourseLane::Shows::Strength));
    lanes.push_back(std::make_unique<ActivityLane>());
    lanes.push_back(std::make_unique<HighlightLane>());
    lanes.push_back(std::make_unique<BookmarkLane>());
    lanes.push_back(std::make_unique<KeyPointLane>());
    lanes.push_back(std::make_unique<DataLane>());
    return lanes;
}

/// Rows that only some replays have stand behind what happened and what accuses, before the rest.
qsizetype positionOfNew(const QStringList& order, const Lane& lane)
{
    const qsizetype activity = order.indexOf(QStringLiteral("activity"));
    return dynamic_cast<const TrackLane*>(&lane) != nullptr && activity >= 0 ? activity : order.size();
}

} // namespace

LaneList::LaneList() : m_lanes(standardLanes()) { order(); }

// ---- which, in which order ----

void LaneList::fitTracks(const std::shared_ptr<const model::EventTable>& events)
{
    if (events == m_tracksOf)
        return;
    m_tracksOf = events;
    m_rows.clear(); // whoever they name may be gone
    const QStringList titles = events ? TrackLane::titlesOf(*events) : QStringList();
    std::erase_if(m_lanes, [&](const std::unique_ptr<Lane>& lane) {
        const auto* track = dynamic_cast<const TrackLane*>(lane.get());
        return track != nullptr && (!titles.contains(track->title()) ||
                                    TrackLane::linesOf(*events, track->title()) != track->lines());
    });
    for (const QString& title : titles) {
        const bool known = std::any_of(m_lanes.begin(), m_lanes.end(), [&](const auto& lane) {
            return lane->id() == TrackLane::idOf(title);
        });
        if (!known)
            m_lanes.push_back(std::make_unique<TrackLane>(title, TrackLane::linesOf(*events, title)));
    }
    order();
}

void LaneList::setData(const LaneData& data)
{
    for (const auto& lane : m_lanes)
        lane->setData(data);
}

bool LaneList::showSelection() const
{
    return std::ranges::any_of(m_lanes, [](const auto& lane) { return lane->showsSelection(); });
}

/// As wanted; who is not yet in the order gets a position in it.
void LaneList::order()
{
    for (const auto& lane : m_lanes) {
        if (!m_order.contains(lane->id()))
            m_order.insert(positionOfNew(m_order, *lane), lane->id());
    }
    std::sort(m_lanes.begin(), m_lanes.end(), [this](const auto& a, const auto& b) {
        return m_order.indexOf(a->id()) < m_order.indexOf(b->id());
    });
}

void LaneList::add(std::unique_ptr<Lane> lane)
{
    m_lanes.push_back(std::move(lane));
    order();
}

void LaneList::setHidden(const QString& id, bool hidden)
{
    m_hidden.removeAll(id);
    if (hidden)
        m_hidden << id;
}

bool LaneList::move(const QString& id, int steps)
{
    // Counted in rows that are shown: a step past a hidden one would look as if nothing happened.
    const Row* row = rowOf(id);
    if (row == nullptr)
        return false;
    const auto to = std::clamp<std::ptrdiff_t>(row - m_rows.data() + steps, 0, std::ssize(m_rows) - 1);
    const QString& there = m_rows[static_cast<std::size_t>(to)].lane->id();
    m_order.move(m_order.indexOf(id), m_order.indexOf(there));
    order();
    return true;
}

QJsonObject LaneList::saveState() const
{
    return {{QStringLiteral("order"), QJsonArray::fromStringList(m_order)},
            {QStringLiteral("hidden"), QJsonArray::fromStringList(m_hidden)}};
}

void LaneList::restoreState(const QJsonObject& state)
{
    const auto ids = [&state](const QString& key) {
        QStringList found;
        for (const auto& id : state[key].toArray())
            found << id.toString();
        found.removeAll(QString());
        found.removeDuplicates();
        return found;
    };
    m_order = ids(QStringLiteral("order"));
    m_hidden = ids(QStringLiteral("hidden"));
    // What an earlier version did not have goes before those that stand behind it by default.
    qsizetype position = m_order.size();
    const auto lanes = standardLanes();
    for (auto lane = lanes.rbegin(); lane != lanes.rend(); ++lane) {
        const qsizetype known = m_order.indexOf((*lane)->id());
        if (known < 0)
            m_order.insert(position, (*lane)->id());
        else
            position = known;
    }
    order();
}

// ---- where ----

int LaneList::titleWidth(const QFont& font) const
{
    const QFontMetrics metrics(font);
    int width = 0;
    for (const auto& lane : m_lanes)
        width = std::max(width, metrics.horizontalAdvance(shownName(lane->title())));
    return width;
}

void LaneList::layOut(int width, int top, int bottom)
{
    m_rows.clear();
    m_wholeHeight = 0;
    m_leastHeight = 0;
    for (const auto& lane : m_lanes) {
        if (m_hidden.contains(lane->id()) || !lane->used())
            continue;
        m_rows.push_back({lane.get(), QRect()});
        m_wholeHeight += lane->height();
        m_leastHeight += lane->least();
    }
    const double room = std::clamp(bottom - top, m_leastHeight, m_wholeHeight);
    const double share =
        m_wholeHeight > m_leastHeight ? (room - m_leastHeight) / (m_wholeHeight - m_leastHeight) : 1.0;
    double y = top;
    for (Row& row : m_rows) {
        const int full = row.lane->height();
        const int small = row.lane->least();
        const double end = y + small + (full - small) * share;
        row.rect = QRect(0, qRound(y), width, qRound(end) - qRound(y));
        y = end;
    }
}

const LaneList::Row* LaneList::rowAt(QPoint at) const
{
    const auto found =
        std::find_if(m_rows.begin(), m_rows.end(), [at](const Row& row) { return row.rect.contains(at); });
    return found == m_rows.end() ? nullptr : &*found;
}

const LaneList::Row* LaneList::rowOf(const QString& id) const
{
    const auto found =
        std::find_if(m_rows.begin(), m_rows.end(), [&](const Row& row) { return row.lane->id() == id; });
    return found == m_rows.end() ? nullptr : &*found;
}

} // namespace ghostline::app
