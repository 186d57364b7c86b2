// SPDX-License-Identifier: GPL-3.0-or-later
// Content and layout of the timeline: which rows there are, what they draw from, which time is shown.
#include "app/gui/timeline/timeline_view.h"

#include "app/gui/docks/panel_style.h"
#include "app/gui/shell/replay_session.h"
#include "app/gui/timeline/figures.h"
#include "app/gui/timeline/overview_strip.h"
#include "app/gui/timeline/track_lane.h"
#include "model/time_text.h"

#include <QEvent>
#include <QFontMetrics>
#include <QJsonArray>

#include <algorithm>
#include <cmath>

namespace ghostline::app {

namespace {

constexpr int RulerHeight = 24;
constexpr int OverviewHeight = 24;
constexpr int RightMargin = 16;
constexpr int BottomMargin = 4;
constexpr int LeastLane = 16; // pixels a lane takes at least
constexpr int MinNames = 80;
constexpr int PollMs = 250;        // how often the data lane looks at the cache
constexpr double NearEvent = 24.0; // pixels within which the hover names an event

} // namespace

TimelineView::TimelineView(QWidget* parent)
    : QWidget(parent), m_theme(&render::Theme::dark()), m_overview(new OverviewStrip(this)),
      m_lanes(standardLanes())
{
    setAccessibleName(tr("Timeline"));
    setAccessibleDescription(tr("Up and Down zoom at the playhead; the context menu arranges the lanes"));
    setFocusPolicy(Qt::StrongFocus);
    setMouseTracking(true);
    setAttribute(Qt::WA_OpaquePaintEvent);
    m_scrubTimer.setSingleShot(true);
    connect(&m_scrubTimer, &QTimer::timeout, this, &TimelineView::applyScrub);
    m_pollTimer.setInterval(PollMs);
    connect(&m_pollTimer, &QTimer::timeout, this, &TimelineView::pollLanes);
    connect(m_overview, &OverviewStrip::windowChanged, this, [this](model::Micros begin, model::Micros end) {
        TimeView view = m_view;
        view.show(begin, end);
        setTimeView(view);
    });
    connect(m_overview, &OverviewStrip::fitRequested, this, [this] {
        TimeView view = m_view;
        view.fit();
        setTimeView(view);
    });
    connect(m_overview, &OverviewStrip::zoomRequested, this, [this](double factor, model::Micros around) {
        TimeView view = m_view;
        view.zoom(factor, view.contains(around) ? view.x(around) : view.width() / 2.0);
        setTimeView(view);
    });
    layOut();
}

TimelineView::~TimelineView() = default;

void TimelineView::setSession(ReplaySession* session)
{
    if (m_session) {
        m_session->disconnect(this);
        m_session->playhead().disconnect(this);
    }
    m_session = session;
    m_drag = Drag::None;
    m_scrub.reset();
    m_scrubTimer.stop();
    m_hover.reset();
    m_pollTimer.stop();
    m_view = TimeView();
    if (session) {
        connect(session, &ReplaySession::indexChanged, this, &TimelineView::refreshData);
        connect(session, &ReplaySession::bookmarksChanged, this, &TimelineView::refreshData);
        connect(session, &ReplaySession::followedChanged, this, &TimelineView::refreshData);
        connect(session, &ReplaySession::perspectiveChanged, this, &TimelineView::refreshData);
        connect(session, &QObject::destroyed, this, [this] { setSession(nullptr); });
        model::Playhead& playhead = session->playhead();
        connect(&playhead, &model::Playhead::moved, this, &TimelineView::onMoved);
        connect(&playhead, &model::Playhead::loopChanged, this, qOverload<>(&QWidget::update));
        m_pollTimer.start();
    }
    refreshData();
    m_view.fit();
    onMoved();
    Q_EMIT timeViewChanged();
}

void TimelineView::setTheme(const render::Theme& theme)
{
    m_theme = &theme;
    m_overview->setTheme(theme);
    invalidate();
}

void TimelineView::setEventFilter(const model::EventFilter& filter)
{
    m_filter = filter;
    refreshData();
}

void TimelineView::setDensity(MarkerDensity density)
{
    if (density == m_density)
        return;
    m_density = density;
    refreshData();
    Q_EMIT densityChanged(density);
}

/// Rows that this replay's kinds ask for; those of another replay go.
void TimelineView::fitTrackLanes()
{
    const std::shared_ptr<const model::EventTable> events =
        m_session ? m_session->index()->events : std::make_shared<const model::EventTable>();
    const QStringList titles = TrackLane::titlesOf(*events);
    std::erase_if(m_lanes, [&](const std::unique_ptr<Lane>& lane) {
        const auto* track = dynamic_cast<const TrackLane*>(lane.get());
        return track != nullptr && (!titles.contains(track->title()) ||
                                    TrackLane::linesOf(*events, track->title()) != track->lines());
    });
    m_stale.clear(); // whoever it names may be gone; everything is drawn anew behind this
    for (const QString& title : titles) {
        const auto known = std::any_of(m_lanes.begin(), m_lanes.end(), [&](const auto& lane) {
            return lane->id() == TrackLane::idOf(title);
        });
        if (known)
            continue;
        // Behind what happened and what accuses, before the rest.
        const auto before = std::find_if(m_lanes.begin(), m_lanes.end(),
                                         [](const auto& lane) { return lane->id() == u"activity"; });
        m_lanes.insert(before, std::make_unique<TrackLane>(title, TrackLane::linesOf(*events, title)));
    }
}

void TimelineView::refreshData()
{
    LaneData content;
    m_events.reset();
    if (m_session) {
        content.index = m_session->index();
        m_events =
            std::make_shared<model::EventList>(content.index->events, content.index->info->cast, m_filter);
        content.events = m_events;
        content.sidecar = &m_session->sidecar();
        content.reader = &m_session->reader();
        content.density = m_density;
        content.perspective = m_session->perspectiveTeam();
        content.locked =
            m_session->followed() != model::ActorId::None ? m_session->followed() : m_session->perspective();
    }
    fitTrackLanes();
    for (const auto& lane : m_lanes)
        lane->setData(content);
    m_overview->setData(content);
    refreshExtent();
    layOut();
}

void TimelineView::refreshExtent()
{
    model::Micros extent{0};
    if (m_session) {
        const model::ReplayIndex& index = *m_session->index();
        extent = index.timeAxis.duration();
        // Room for what is still being read; the guess is only followed in coarse steps, lest the view creep.
        if (!index.complete && index.progress > 0.02) {
            const auto guess = model::Micros{
                static_cast<std::int64_t>(static_cast<double>(extent.count()) / index.progress)};
            const model::Micros before = m_view.extent();
            const bool close = before >= extent && std::abs((guess - before).count()) < before.count() / 20;
            extent = close ? before : std::max(extent, guess);
        }
    }
    TimeView view = m_view;
    view.setExtent(extent);
    setTimeView(view);
}

void TimelineView::setTimeView(const TimeView& view)
{
    if (view == m_view)
        return;
    m_view = view;
    m_overview->setView(m_view, m_left);
    invalidate();
    if (m_session) {
        m_playheadX = m_view.x(m_session->playhead().time());
        m_wasVisible = m_playheadX >= 0.0 && m_playheadX <= m_view.width();
    }
    Q_EMIT timeViewChanged();
}

void TimelineView::setGuide(std::optional<model::Micros> t) { setHover(t, false); }

void TimelineView::addLane(std::unique_ptr<Lane> lane)
{
    m_lanes.push_back(std::move(lane));
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
    const auto from = row - m_rows.begin();
    const auto to = std::clamp<std::ptrdiff_t>(from + steps, 0, std::ssize(m_rows) - 1);
    const auto place = [&](std::ptrdiff_t i) {
        const Lane* lane = m_rows[static_cast<std::size_t>(i)].lane;
        return std::find_if(m_lanes.begin(), m_lanes.end(), [&](const auto& l) { return l.get() == lane; });
    };
    const auto a = place(from);
    const auto b = place(to);
    if (a < b)
        std::rotate(a, a + 1, b + 1);
    else if (b < a)
        std::rotate(b, a, a + 1);
    layOut();
}

void TimelineView::layOut()
{
    m_font = tabularFont(smallFont(font()));
    const QFontMetrics metrics(m_font);
    int names = MinNames;
    for (const auto& lane : m_lanes)
        names = std::max(names, metrics.horizontalAdvance(lane->title()) + 28);
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

std::optional<LaneHit> TimelineView::hitAt(QPointF at) const
{
    const Row* row = rowAt(at.toPoint());
    if (!row || !m_session || at.x() < m_left - 8)
        return std::nullopt;
    return row->lane->hit({laneX(at.x()), at.y() - row->rect.top()}, frameOf(*row));
}

int TimelineView::nearestEvent(model::Micros t) const
{
    if (!m_session || !m_events || m_events->count() == 0)
        return -1;
    // Frames may share a time, so neighbours are looked for on both sides of the frame.
    const int before = m_events->lastAt(m_session->index()->timeAxis.frameAt(t));
    int best = -1;
    model::Micros nearest = m_view.tolerance(NearEvent);
    for (int row = std::max(0, before); row <= before + 1 && row < m_events->count(); ++row) {
        const model::Micros distance{std::abs((m_events->at(row).time - t).count())};
        if (distance <= nearest) {
            nearest = distance;
            best = row;
        }
    }
    return best;
}

QString TimelineView::hoverText(QPoint at) const
{
    if (!m_session || m_session->index()->frames() == 0)
        return {};
    const model::TimeAxis& axis = m_session->index()->timeAxis;
    const std::optional<LaneHit> hit = hitAt(at);
    model::Micros t = std::clamp(m_view.timeAt(laneX(at.x())), model::Micros{0}, axis.duration());
    if (hit && hit->clickable)
        t = axis.timeOf(hit->at);
    QStringList lines{model::formatTime(t) + QStringLiteral("   ") + frameText(axis.frameAt(t))};
    if (hit) {
        lines << hit->text;
        if (!hit->detail.isEmpty())
            lines << hit->detail;
    }
    if (!hit || !hit->clickable) {
        if (const int row = nearestEvent(t); row >= 0) {
            const model::Event& e = m_events->at(row);
            const QString& kind = m_events->table().kinds[static_cast<std::size_t>(e.kind)].name;
            lines << tr("Nearest: %1 at %2").arg(e.text.isEmpty() ? kind : e.text, model::formatTime(e.time));
        }
    }
    return lines.join(QLatin1Char('\n'));
}

QJsonObject TimelineView::saveState() const
{
    QJsonArray order;
    for (const auto& lane : m_lanes)
        order.append(lane->id());
    return {{QStringLiteral("order"), order},
            {QStringLiteral("density"), static_cast<int>(m_density)},
            {QStringLiteral("hidden"), QJsonArray::fromStringList(m_hidden)}};
}

void TimelineView::restoreState(const QJsonObject& state)
{
    QJsonArray order = state[QStringLiteral("order")].toArray();
    if (order.isEmpty()) {
        for (const auto& lane : standardLanes())
            order.append(lane->id());
    }
    const auto rank = [&](const std::unique_ptr<Lane>& lane) {
        for (qsizetype i = 0; i < order.size(); ++i) {
            if (order[i].toString() == lane->id())
                return i;
        }
        return order.size();
    };
    std::stable_sort(m_lanes.begin(), m_lanes.end(),
                     [&](const auto& a, const auto& b) { return rank(a) < rank(b); });
    m_hidden.clear();
    for (const auto& id : state[QStringLiteral("hidden")].toArray())
        m_hidden << id.toString();
    setDensity(static_cast<MarkerDensity>(
        std::clamp(state[QStringLiteral("density")].toInt(), 0, static_cast<int>(MarkerDensity::Major))));
    layOut();
}

QSize TimelineView::minimumSizeHint() const { return {MinNames + 160, m_rows.empty() ? 120 : m_leastHeight}; }

QSize TimelineView::sizeHint() const { return {960, m_rows.empty() ? 120 : m_wholeHeight}; }

void TimelineView::resizeEvent(QResizeEvent*) { layOut(); }

void TimelineView::changeEvent(QEvent* event)
{
    if (event->type() == QEvent::FontChange || event->type() == QEvent::PaletteChange)
        layOut();
    QWidget::changeEvent(event);
}

} // namespace ghostline::app
