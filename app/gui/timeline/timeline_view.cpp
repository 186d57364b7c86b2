// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/gui/timeline/timeline_view.h"

#include "app/gui/session/replay_session.h"
#include "app/gui/timeline/overview_strip.h"
#include "app/gui/timeline/timeline_input.h"
#include "app/gui/widgets/figures.h"
#include "app/gui/widgets/panel_style.h"
#include "app/gui/widgets/replay_words.h"
#include "model/time/time_text.h"

#include <QEvent>
#include <QHelpEvent>
#include <QLocale>
#include <QPaintEvent>
#include <QToolTip>

#include <algorithm>
#include <cmath>

namespace ghostline::app {

namespace {

constexpr int PollMs = 250;        // how often the data lane looks at the cache
constexpr double NearEvent = 24.0; // pixels within which the hover names an event
constexpr int RulerHeight = 24;
constexpr int OverviewHeight = 24;
constexpr int LanesTop = OverviewHeight + RulerHeight;
constexpr int BottomMargin = 4;
constexpr int EmptyHeight = 120; // without a lane
constexpr int MinNames = 80;
constexpr int NamesMargin = 28;  // beside the longest name
constexpr int PlayheadReach = 8; // pixels either side that the playhead touches
constexpr int GuideReach = 1;

} // namespace

TimelineView::TimelineView(QWidget* parent)
    : Panel(parent), m_overview(new OverviewStrip(this)), m_input(new TimelineInput(this))
{
    setAccessibleName(tr("Timeline"));
    setAccessibleDescription(tr("Up and Down zoom at the playhead; the context menu arranges the lanes"));
    setFocusPolicy(Qt::StrongFocus);
    setMouseTracking(true);
    setAttribute(Qt::WA_OpaquePaintEvent);
    m_pollTimer.setInterval(PollMs);
    connect(&m_pollTimer, &QTimer::timeout, this, &TimelineView::pollLanes);
    connectOverview();
    layOut();
}

/// No event reaches what is gone.
TimelineView::~TimelineView() { delete m_input; }

void TimelineView::connectOverview()
{
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
}

void TimelineView::onSessionChanged()
{
    m_input->cancel();
    m_hover.reset();
    m_pollTimer.stop();
    m_view = TimeView();
    if (session()) {
        connect(session(), &ReplaySession::indexChanged, this, &TimelineView::refreshData);
        connect(session(), &ReplaySession::momentsChanged, this, &TimelineView::refreshData);
        connect(session()->notes(), &ReplayNotes::cameraPathChanged, this, &TimelineView::refreshData);
        connect(session()->notes(), &ReplayNotes::reviewsChanged, this, &TimelineView::refreshData);
        connect(session(), &ReplaySession::courseChanged, this, &TimelineView::refreshData);
        connect(session()->actors(), &ActorSelection::followedChanged, this, &TimelineView::refreshData);
        connect(session()->actors(), &ActorSelection::perspectiveChanged, this, &TimelineView::refreshData);
        connect(session()->actors(), &ActorSelection::selectedChanged, this, [this] {
            if (m_lanes.showSelection())
                refreshData();
        });
        // Lanes read the bookmarks whenever they paint.
        connect(session()->notes(), &ReplayNotes::bookmarksChanged, this, [this] {
            m_overview->redraw();
            invalidate();
        });
        model::Playhead& playhead = session()->playhead();
        connect(&playhead, &model::Playhead::moved, this, &TimelineView::followPlayhead);
        connect(&playhead, &model::Playhead::loopChanged, this, qOverload<>(&QWidget::update));
        m_pollTimer.start();
    }
    refreshData();
    m_view.fit();
    followPlayhead();
    Q_EMIT timeViewChanged();
}

void TimelineView::onThemeChanged()
{
    m_overview->setTheme(theme());
    invalidate();
}

void TimelineView::setEventFilter(const model::EventFilter& filter)
{
    m_content.setFilter(filter);
    refreshData();
}

void TimelineView::setDensity(MarkerDensity density)
{
    if (density == m_content.density())
        return;
    m_content.setDensity(density);
    refreshData();
    Q_EMIT densityChanged(density);
}

void TimelineView::refreshData()
{
    invalidate(); // lanes that the picture names may go
    m_lanes.fitTracks(session() ? session()->index()->events : nullptr);
    const LaneData content = m_content.read(session());
    m_lanes.setData(content);
    m_overview->setData(content);
    TimeView view = m_view;
    view.setExtent(session() ? TimelineContent::extentOf(*session()->index(), m_view.extent())
                             : model::Micros{0});
    setTimeView(view);
    layOut();
}

void TimelineView::setTimeView(const TimeView& view)
{
    if (view == m_view)
        return;
    m_view = view;
    m_overview->setView(m_view, m_left);
    invalidate();
    if (session()) {
        m_playheadX = m_view.x(session()->playhead().time());
        m_wasVisible = m_playheadX >= 0.0 && m_playheadX <= m_view.width();
    }
    Q_EMIT timeViewChanged();
}

void TimelineView::followPlayhead()
{
    if (!session()) {
        update();
        return;
    }
    const model::Playhead& playhead = session()->playhead();
    const model::Micros now = playhead.time();
    const double before = m_playheadX;
    double after = m_view.x(now);
    const bool visible = after >= 0.0 && after <= m_view.width();
    // Turn the page when the playhead walks out of sight, bring it back when it was sent out of sight; leave
    // the view alone while the user looks elsewhere as it plays on.
    if (!visible && !m_input->dragging() && (m_wasVisible || !playhead.playing())) {
        TimeView view = m_view;
        view.place(now, playhead.playing() ? (playhead.rate() < 0 ? 0.9 : 0.1) : 0.5);
        setTimeView(view);
        after = m_view.x(now);
    }
    m_playheadX = after;
    m_wasVisible = after >= 0.0 && after <= m_view.width();
    m_overview->setPlayhead(now);
    tellChanged(this);
    if (std::round(before) == std::round(after))
        return;
    updateColumn(before, PlayheadReach);
    updateColumn(after, PlayheadReach);
}

// ---- for assistive technology ----

QString TimelineView::accessibleValue() const
{
    if (!session() || session()->index()->frames() == 0)
        return {};
    const model::Playhead& playhead = session()->playhead();
    return tr("%1 of %2, frame %3")
        .arg(model::formatTime(playhead.time()),
             model::formatTimeShort(session()->index()->timeAxis.duration()),
             QLocale().toString(playhead.at().frame));
}

std::optional<AccessibleRange> TimelineView::accessibleRange() const
{
    if (!session() || session()->index()->frames() == 0)
        return std::nullopt;
    const model::TimeAxis& axis = session()->index()->timeAxis;
    const double length = model::seconds(axis.duration());
    const auto steps = static_cast<double>(std::max<model::FrameNumber>(axis.frames() - 1, 1));
    return AccessibleRange{model::seconds(session()->playhead().time()), 0.0, length, length / steps};
}

void TimelineView::setAccessibleValue(double seconds)
{
    if (!accessibleRange())
        return;
    const model::TimeAxis& axis = session()->index()->timeAxis;
    const double within = std::clamp(seconds, 0.0, model::seconds(axis.duration()));
    session()->playhead().seek(axis.at(model::fromSeconds(within)));
}

// ---- rows ----

void TimelineView::addLane(std::unique_ptr<Lane> lane)
{
    m_lanes.add(std::move(lane));
    refreshData();
}

void TimelineView::setLaneHidden(const QString& id, bool hidden)
{
    m_lanes.setHidden(id, hidden);
    layOut();
}

void TimelineView::moveLane(const QString& id, int steps)
{
    if (m_lanes.move(id, steps))
        layOut();
}

QJsonObject TimelineView::saveState() const
{
    QJsonObject state = m_lanes.saveState();
    state[QStringLiteral("density")] = static_cast<int>(density());
    return state;
}

void TimelineView::restoreState(const QJsonObject& state)
{
    m_lanes.restoreState(state);
    setDensity(static_cast<MarkerDensity>(
        std::clamp(state[QStringLiteral("density")].toInt(), 0, static_cast<int>(MarkerDensity::Major))));
    layOut();
}

// ---- layout ----

void TimelineView::layOut()
{
    m_font = tabularFont(smallFont(font()));
    m_left = (std::max(MinNames, m_lanes.titleWidth(m_font) + NamesMargin) + 3) / 4 * 4;
    m_lanes.layOut(width(), LanesTop, height() - BottomMargin);
    m_overview->setGeometry(0, 0, width(), OverviewHeight);
    TimeView view = m_view;
    view.setWidth(width() - m_left - RightMargin);
    setTimeView(view);
    m_overview->setView(m_view, m_left);
    // No higher than its lanes: below them there would be nothing.
    const int least = LanesTop + m_lanes.leastHeight() + BottomMargin;
    const int whole = std::max(heightWith(m_lanes.wholeHeight()), least);
    if (minimumHeight() != least || maximumHeight() != whole) {
        setMinimumHeight(least);
        setMaximumHeight(whole);
        updateGeometry();
    }
    invalidate();
}

void TimelineView::resizeEvent(QResizeEvent*) { layOut(); }

void TimelineView::changeEvent(QEvent* event)
{
    if (event->type() == QEvent::FontChange || event->type() == QEvent::PaletteChange)
        layOut();
    QWidget::changeEvent(event);
}

QRect TimelineView::rulerRect() const
{
    return {m_left, OverviewHeight, width() - m_left - RightMargin, RulerHeight};
}

QRect TimelineView::laneRect(const QString& id) const
{
    const LaneList::Row* row = m_lanes.rowOf(id);
    return row != nullptr ? QRect(m_left, row->rect.top(), width() - m_left - RightMargin, row->rect.height())
                          : QRect();
}

int TimelineView::heightWith(int lanes) const
{
    return m_lanes.rows().empty() ? EmptyHeight : LanesTop + lanes + BottomMargin;
}

QSize TimelineView::minimumSizeHint() const { return {MinNames + 160, heightWith(m_lanes.leastHeight())}; }

QSize TimelineView::sizeHint() const { return {960, heightWith(m_lanes.wholeHeight())}; }

LaneFrame TimelineView::frameOf(const LaneList::Row& row) const
{
    return {m_view, theme(), m_font, row.rect.height()};
}

// ---- what is under the pointer ----

std::optional<LaneHit> TimelineView::hitAt(QPointF at) const
{
    const LaneList::Row* row = m_lanes.rowAt(at.toPoint());
    if (!row || !session() || at.x() < m_left - 8)
        return std::nullopt;
    return row->lane->hit({at.x() - m_left, at.y() - row->rect.top()}, frameOf(*row));
}

void TimelineView::setGuide(std::optional<model::Micros> t)
{
    if (t == m_hover)
        return;
    // The tag beside the guide moves along in the ruler.
    update(QRect(0, rulerRect().top(), width(), rulerRect().height()));
    for (const std::optional<model::Micros>& time : {m_hover, t}) {
        if (time)
            updateColumn(m_view.x(*time), GuideReach);
    }
    m_hover = t;
    m_overview->setHover(t);
}

void TimelineView::hover(std::optional<model::Micros> t)
{
    if (t == m_hover)
        return;
    setGuide(t);
    Q_EMIT hoverTimeChanged(t);
}

bool TimelineView::event(QEvent* event)
{
    if (event->type() == QEvent::ToolTip) {
        const auto* help = static_cast<QHelpEvent*>(event);
        const QString text = hoverText(help->pos());
        if (text.isEmpty())
            QToolTip::hideText();
        else
            QToolTip::showText(help->globalPos(), text, this);
        return true;
    }
    return QWidget::event(event);
}

QString TimelineView::hoverText(QPoint at) const
{
    if (!session() || session()->index()->frames() == 0)
        return {};
    if (at.x() < m_left - 8) {
        const LaneList::Row* row = m_lanes.rowAt(at);
        const QString note = row != nullptr ? row->lane->note(frameOf(*row)) : QString();
        return note.isEmpty() ? QString() : shownName(row->lane->title()) + QLatin1Char('\n') + note;
    }
    const model::TimeAxis& axis = session()->index()->timeAxis;
    const std::optional<LaneHit> hit = hitAt(at);
    model::Micros t = std::clamp(m_view.timeAt(at.x() - m_left), model::Micros{0}, axis.duration());
    if (hit && hit->clickable)
        t = axis.timeOf(hit->at);
    QStringList lines{model::formatTime(t) + QStringLiteral("   ") + frameText(axis.frameAt(t))};
    if (hit)
        lines << hit->text << hit->detail;
    if (!hit || !hit->clickable)
        lines << nearestText(t);
    lines.removeAll(QString());
    return lines.join(QLatin1Char('\n'));
}

/// Empty without an event near by.
QString TimelineView::nearestText(model::Micros t) const
{
    const int row = m_content.nearestEvent(t, session()->index()->timeAxis, m_view.tolerance(NearEvent));
    if (row < 0)
        return {};
    const model::Event& event = m_content.event(row);
    return tr("Nearest: %1 at %2")
        .arg(event.text.isEmpty() ? m_content.kindName(row) : shownSentence(event),
             model::formatTime(event.time));
}

// ---- painting ----

void TimelineView::invalidate()
{
    m_picture.invalidate();
    update();
}

void TimelineView::pollLanes()
{
    if (!isVisible())
        return;
    for (const LaneList::Row& row : m_lanes.rows()) {
        if (!row.lane->poll())
            continue;
        m_picture.invalidate(row.lane);
        update(row.rect);
    }
}

void TimelineView::updateColumn(double x, int reach)
{
    const int centre = static_cast<int>(std::round(m_left + std::clamp(x, -1e6, 1e6)));
    update(QRect(centre - reach, 0, 2 * reach + 1, height()));
}

void TimelineView::paintEvent(QPaintEvent* event)
{
    QPainter painter(this);
    if (!session()) {
        painter.fillRect(rect(), theme().base);
        painter.setFont(font());
        painter.setPen(theme().textMuted);
        painter.drawText(rect(), Qt::AlignCenter, tr("Open a recording to see its timeline"));
        return;
    }
    const TimelineFrame frame{m_view, theme(), m_font, size(), rulerRect()};
    const QPixmap& picture = m_picture.draw(frame, m_lanes.rows(), devicePixelRatioF());
    const qreal scale = picture.devicePixelRatio();
    const QRect dirty = event->rect();
    painter.drawPixmap(QRectF(dirty), picture,
                       QRectF(QPointF(dirty.topLeft()) * scale, QSizeF(dirty.size()) * scale));
    paintOverlay(painter, frame);
    if (hasFocus())
        paintFocus(painter, frame);
}

void TimelineView::paintOverlay(QPainter& painter, const TimelineFrame& frame) const
{
    if (const auto drawn = m_input->loopDrawn()) {
        paintLoop(painter, frame, m_view.x(drawn->first), m_view.x(drawn->second), true);
    } else if (const auto loop = session()->playhead().loop()) {
        const model::TimeAxis& axis = session()->index()->timeAxis;
        paintLoop(painter, frame, m_view.x(axis.timeOf(loop->first)), m_view.x(axis.timeOf(loop->end)),
                  false);
    }
    if (m_hover && !m_input->panning()) {
        const double x = m_view.x(*m_hover);
        if (x >= -1.0 && x <= m_view.width() + 1.0)
            paintGuide(painter, frame, x, guideText());
    }
    paintPlayhead(painter, frame, m_view.x(session()->playhead().time()));
}

QString TimelineView::guideText() const
{
    const model::TimeAxis& axis = session()->index()->timeAxis;
    if (*m_hover > axis.duration() && !session()->index()->complete)
        return model::formatTime(*m_hover) + QStringLiteral("  ") + tr("not read yet");
    const model::Micros t = std::clamp(*m_hover, model::Micros{0}, axis.duration());
    QString text = model::formatTime(t) + QStringLiteral("  ") + frameText(axis.frameAt(t));
    const int row = m_content.nearestEvent(t, axis, m_view.tolerance(NearEvent));
    if (row >= 0)
        text += QStringLiteral("  ") + m_content.kindName(row);
    return text;
}

} // namespace ghostline::app
