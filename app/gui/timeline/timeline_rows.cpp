// SPDX-License-Identifier: GPL-3.0-or-later
// Rows of the timeline: which there are, in which order, how high.
#include "app/gui/docks/panel_style.h"
#include "app/gui/shell/replay_session.h"
#include "app/gui/shell/replay_words.h"
#include "app/gui/timeline/figures.h"
#include "app/gui/timeline/overview_strip.h"
#include "app/gui/timeline/timeline_view.h"
#include "app/gui/timeline/track_lane.h"

#include <QFontMetrics>
#include <QJsonArray>

#include <algorithm>

namespace ghostline::app {

namespace {

constexpr int RulerHeight = 24;
constexpr int OverviewHeight = 24;
constexpr int RightMargin = 16;
constexpr int BottomMargin = 4;
constexpr int LeastLane = 16; // pixels a lane takes at least
constexpr int MinNames = 80;

/// Rows that only some replays have stand behind what happened and what accuses, before the rest.
qsizetype placeOfNew(const QStringList& order, const Lane& lane)
{
    const qsizetype activity = order.indexOf(QStringLiteral("activity"));
    return dynamic_cast<const TrackLane*>(&lane) != nullptr && activity >= 0 ? activity : order.size();
}

} // namespace

// ---- which, in which order ----

/// Rows that this replay's kinds ask for; those of another replay go.
void TimelineView::fitTrackLanes()
{
    const auto events = m_session ? m_session->index()->events : nullptr;
    if (events == m_tracksOf)
        return;
    m_tracksOf = events;
    const QStringList titles = events ? TrackLane::titlesOf(*events) : QStringList();
    std::erase_if(m_lanes, [&](const std::unique_ptr<Lane>& lane) {
        const auto* track = dynamic_cast<const TrackLane*>(lane.get());
        return track != nullptr && (!titles.contains(track->title()) ||
                                    TrackLane::linesOf(*events, track->title()) != track->lines());
    });
    m_stale.clear(); // whoever it names may be gone; everything is drawn anew behind this
    for (const QString& title : titles) {
        const bool known = std::any_of(m_lanes.begin(), m_lanes.end(), [&](const auto& lane) {
            return lane->id() == TrackLane::idOf(title);
        });
        if (!known)
            m_lanes.push_back(std::make_unique<TrackLane>(title, TrackLane::linesOf(*events, title)));
    }
    orderLanes();
}

void TimelineView::showSelection()
{
    if (std::ranges::any_of(m_lanes, [](const auto& lane) { return lane->showsSelection(); }))
        refreshData();
}

/// As wanted; who is not yet in the order gets a place in it.
void TimelineView::orderLanes()
{
    for (const auto& lane : m_lanes) {
        if (!m_order.contains(lane->id()))
            m_order.insert(placeOfNew(m_order, *lane), lane->id());
    }
    std::sort(m_lanes.begin(), m_lanes.end(), [this](const auto& a, const auto& b) {
        return m_order.indexOf(a->id()) < m_order.indexOf(b->id());
    });
}

void TimelineView::addLane(std::unique_ptr<Lane> lane)
{
    m_lanes.push_back(std::move(lane));
    orderLanes();
    refreshData();
}

void TimelineView::setLaneHidden(const QString& id, bool hidden)
{
    m_hidden.removeAll(id);
    if (hidden)
        m_hidden << id;
    layOut();
}

void TimelineView::moveLane(const QString& id, int steps)
{
    // Counted in rows that are shown: a step past a hidden one would look as if nothing happened.
    const auto row =
        std::find_if(m_rows.begin(), m_rows.end(), [&](const Row& r) { return r.lane->id() == id; });
    if (row == m_rows.end())
        return;
    const auto to = std::clamp<std::ptrdiff_t>(row - m_rows.begin() + steps, 0, std::ssize(m_rows) - 1);
    const QString& there = m_rows[static_cast<std::size_t>(to)].lane->id();
    m_order.move(m_order.indexOf(id), m_order.indexOf(there));
    orderLanes();
    layOut();
}

QJsonObject TimelineView::saveState() const
{
    return {{QStringLiteral("order"), QJsonArray::fromStringList(m_order)},
            {QStringLiteral("density"), static_cast<int>(m_density)},
            {QStringLiteral("hidden"), QJsonArray::fromStringList(m_hidden)}};
}

void TimelineView::restoreState(const QJsonObject& state)
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
    for (const auto& lane : standardLanes()) {
        if (!m_order.contains(lane->id()))
            m_order << lane->id();
    }
    orderLanes();
    setDensity(static_cast<MarkerDensity>(
        std::clamp(state[QStringLiteral("density")].toInt(), 0, static_cast<int>(MarkerDensity::Major))));
    layOut();
}

// ---- where ----

void TimelineView::layOut()
{
    m_font = tabularFont(smallFont(font()));
    const QFontMetrics metrics(m_font);
    int names = MinNames;
    for (const auto& lane : m_lanes)
        names = std::max(names, metrics.horizontalAdvance(shownName(lane->title())) + 28);
    m_left = (names + 3) / 4 * 4;
    layOutRows();
    m_overview->setGeometry(0, 0, width(), OverviewHeight);
    TimeView view = m_view;
    view.setWidth(width() - m_left - RightMargin);
    setTimeView(view);
    m_overview->setView(m_view, m_left);
    if (minimumHeight() != m_leastHeight) {
        setMinimumHeight(m_leastHeight);
        updateGeometry();
    }
    invalidate();
}

/// Lanes give way together where the screen is small, down to what can still be read.
void TimelineView::layOutRows()
{
    constexpr int Top = OverviewHeight + RulerHeight;
    m_rows.clear();
    int whole = 0;
    int least = 0;
    for (const auto& lane : m_lanes) {
        if (m_hidden.contains(lane->id()) || !lane->used())
            continue;
        m_rows.push_back({lane.get(), QRect()});
        whole += lane->height();
        least += std::min(lane->height(), LeastLane);
    }
    m_leastHeight = Top + least + BottomMargin;
    m_wholeHeight = Top + whole + BottomMargin;
    const double room = std::clamp(height() - Top - BottomMargin, least, whole);
    const double share = whole > least ? (room - least) / (whole - least) : 1.0;
    double y = Top;
    for (Row& row : m_rows) {
        const int full = row.lane->height();
        const int small = std::min(full, LeastLane);
        const double bottom = y + small + (full - small) * share;
        row.rect = QRect(0, qRound(y), width(), qRound(bottom) - qRound(y));
        y = bottom;
    }
}

QRect TimelineView::rulerRect() const
{
    return {m_left, OverviewHeight, width() - m_left - RightMargin, RulerHeight};
}

QRect TimelineView::laneRect(const QString& id) const
{
    for (const Row& row : m_rows) {
        if (row.lane->id() == id)
            return {m_left, row.rect.top(), width() - m_left - RightMargin, row.rect.height()};
    }
    return {};
}

LaneFrame TimelineView::frameOf(const Row& row) const
{
    return {m_view, *m_theme, m_font, row.rect.height()};
}

const TimelineView::Row* TimelineView::rowAt(QPoint at) const
{
    for (const Row& row : m_rows) {
        if (row.rect.contains(at))
            return &row;
    }
    return nullptr;
}

QSize TimelineView::minimumSizeHint() const { return {MinNames + 160, m_rows.empty() ? 120 : m_leastHeight}; }

QSize TimelineView::sizeHint() const { return {960, m_rows.empty() ? 120 : m_wholeHeight}; }

} // namespace ghostline::app
