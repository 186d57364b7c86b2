// SPDX-License-Identifier: GPL-3.0-or-later
// Content of the timeline: what its rows draw from, which time is shown, what lies under a point.
#include "app/gui/timeline/timeline_view.h"

#include "app/gui/shell/replay_session.h"
#include "app/gui/shell/replay_words.h"
#include "app/gui/timeline/figures.h"
#include "app/gui/timeline/overview_strip.h"
#include "model/time_text.h"

#include <QEvent>

#include <algorithm>
#include <cmath>

namespace ghostline::app {

namespace {

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
    orderLanes();
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
        connect(session, &ReplaySession::bookmarksChanged, this, &TimelineView::showBookmarks);
        connect(session, &ReplaySession::followedChanged, this, &TimelineView::refreshData);
        connect(session, &ReplaySession::selectionChanged, this, &TimelineView::showSelection);
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
    m_eventsOf.reset();
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

void TimelineView::refreshData()
{
    fitTrackLanes();
    refreshEvents();
    LaneData content;
    if (m_session) {
        content.index = m_session->index();
        content.events = m_events;
        content.filter = m_filter;
        content.sidecar = &m_session->sidecar();
        content.reader = &m_session->reader();
        content.density = m_density;
        content.locked =
            m_session->followed() != model::ActorId::None ? m_session->followed() : m_session->perspective();
        content.selected = m_session->selection();
    }
    for (const auto& lane : m_lanes)
        lane->setData(content);
    m_overview->setData(content);
    refreshExtent();
    layOut();
}

/// Lists anew what the filter lets through, where it or the recording has changed.
void TimelineView::refreshEvents()
{
    if (!m_session) {
        m_events.reset();
        m_eventsOf.reset();
        return;
    }
    const auto index = m_session->index();
    const int team = m_session->perspectiveTeam();
    if (index == m_eventsOf && team == m_filter.perspective)
        return;
    m_eventsOf = index;
    m_filter.perspective = team; // what a player could not perceive is nowhere
    m_events = std::make_shared<model::EventList>(index->events, index->info->cast, m_filter);
}

/// Lanes read the bookmarks whenever they paint.
void TimelineView::showBookmarks()
{
    m_overview->redraw();
    invalidate();
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
    if (at.x() < m_left - 8) {
        const Row* row = rowAt(at);
        const QString note = row != nullptr ? row->lane->note(frameOf(*row)) : QString();
        return note.isEmpty() ? QString() : shownName(row->lane->title()) + QLatin1Char('\n') + note;
    }
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
            const QString kind = shownName(m_events->table().kinds[static_cast<std::size_t>(e.kind)].name);
            lines << tr("Nearest: %1 at %2").arg(e.text.isEmpty() ? kind : e.text, model::formatTime(e.time));
        }
    }
    return lines.join(QLatin1Char('\n'));
}

void TimelineView::resizeEvent(QResizeEvent*) { layOut(); }

void TimelineView::changeEvent(QEvent* event)
{
    if (event->type() == QEvent::FontChange || event->type() == QEvent::PaletteChange)
        layOut();
    QWidget::changeEvent(event);
}

} // namespace ghostline::app
