// SPDX-License-Identifier: GPL-3.0-or-later
// Mouse and keys of the timeline: scrubbing, panning, zooming, looping, markers, arranging the lanes.
#include "app/gui/docks/go_to_event.h"
#include "app/gui/shell/replay_words.h"
#include "app/gui/timeline/overview_strip.h"
#include "app/gui/timeline/timeline_view.h"

#include <QContextMenuEvent>
#include <QHelpEvent>
#include <QMenu>
#include <QMouseEvent>
#include <QToolTip>
#include <QWheelEvent>

#include <algorithm>
#include <array>
#include <cmath>

namespace ghostline::app {

namespace {

constexpr int ScrubMs = 16;       // at most one seek a frame of the screen; the newest wins
constexpr double DragStart = 4.0; // pixels before a press becomes a drag
constexpr double LoopGrip = 5.0;
constexpr double WheelFactor = 1.2;
constexpr double KeyFactor = 1.5;
constexpr int GuideReach = 1;

} // namespace

// ---- scrubbing ----

void TimelineView::scrubTo(double x, bool wholeFrames)
{
    const model::TimeAxis& axis = m_session->index()->timeAxis;
    model::FrameTime at = axis.at(m_view.timeAt(std::clamp(x, 0.0, m_view.width())));
    if (wholeFrames)
        at = axis.clamp({at.fraction >= 0.5 ? at.frame + 1 : at.frame, 0.0});
    m_scrub = at;
    if (!m_sinceScrub.isValid() || m_sinceScrub.elapsed() >= ScrubMs)
        applyScrub();
    else if (!m_scrubTimer.isActive())
        m_scrubTimer.start(ScrubMs - static_cast<int>(m_sinceScrub.elapsed()));
}

void TimelineView::applyScrub()
{
    m_scrubTimer.stop();
    if (!m_scrub || !m_session)
        return;
    const model::FrameTime at = *m_scrub;
    m_scrub.reset();
    m_sinceScrub.start();
    m_session->playhead().seek(at);
}

// ---- hover ----

void TimelineView::setHover(std::optional<model::Micros> t, bool own)
{
    if (t == m_hover)
        return;
    // The tag beside the guide moves along in the ruler.
    update(QRect(0, rulerRect().top(), width(), rulerRect().height()));
    for (const std::optional<model::Micros>& place : {m_hover, t}) {
        if (place)
            updateColumn(m_view.x(*place), GuideReach);
    }
    m_hover = t;
    m_overview->setHover(t);
    if (own)
        Q_EMIT hoverTimeChanged(t);
}

void TimelineView::leaveEvent(QEvent*) { setHover(std::nullopt, true); }

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

std::optional<TimelineView::Drag> TimelineView::loopEdgeAt(QPointF at) const
{
    const auto loop = m_session ? m_session->playhead().loop() : std::nullopt;
    if (!loop || !rulerRect().adjusted(-8, 8, 8, 0).contains(at.toPoint()))
        return std::nullopt;
    const model::TimeAxis& axis = m_session->index()->timeAxis;
    const double toIn = std::abs(laneX(at.x()) - m_view.x(axis.timeOf(loop->first)));
    const double toOut = std::abs(laneX(at.x()) - m_view.x(axis.timeOf(loop->end)));
    if (std::min(toIn, toOut) > LoopGrip)
        return std::nullopt;
    return toIn < toOut ? Drag::LoopIn : Drag::LoopOut;
}

void TimelineView::updateCursor(QPointF at, Qt::KeyboardModifiers modifiers)
{
    if (m_drag == Drag::Pan)
        setCursor(Qt::ClosedHandCursor);
    else if (loopEdgeAt(at))
        setCursor(Qt::SizeHorCursor);
    else if (modifiers & Qt::ShiftModifier)
        setCursor(Qt::IBeamCursor);
    else if (const auto hit = hitAt(at); hit && hit->clickable)
        setCursor(Qt::PointingHandCursor);
    else
        setCursor(Qt::ArrowCursor);
}

// ---- mouse ----

void TimelineView::mousePressEvent(QMouseEvent* event)
{
    if (!m_session || m_session->index()->frames() == 0 || event->position().x() < m_left - 8)
        return;
    m_press = event->position();
    m_pressView = m_view;
    m_pressTime = m_view.timeAt(laneX(m_press.x()));
    m_dragTime = m_pressTime;
    if (event->button() == Qt::MiddleButton) {
        m_drag = Drag::Press;
        return;
    }
    if (event->button() != Qt::LeftButton)
        return;
    const model::TimeAxis& axis = m_session->index()->timeAxis;
    if (event->modifiers() & Qt::ShiftModifier) {
        m_drag = Drag::Loop;
    } else if (const auto edge = loopEdgeAt(m_press)) {
        // The other end stays: the drag runs from there.
        const model::FrameRange loop = *m_session->playhead().loop();
        m_drag = *edge;
        m_pressTime = axis.timeOf(*edge == Drag::LoopIn ? loop.end - 1 : loop.first);
    } else if (m_press.y() < rulerRect().bottom() + 1) {
        m_drag = Drag::Scrub;
        // While the hand holds the playhead, playing must not pull it away.
        m_playOnRelease = m_session->playhead().playing();
        m_session->playhead().pause();
        scrubTo(laneX(m_press.x()), event->modifiers() & Qt::ControlModifier);
        applyScrub();
    } else {
        m_drag = Drag::Press;
    }
}

void TimelineView::mouseMoveEvent(QMouseEvent* event)
{
    if (!m_session)
        return;
    const QPointF at = event->position();
    const double x = laneX(at.x());
    switch (m_drag) {
    case Drag::Scrub:
        scrubTo(x, event->modifiers() & Qt::ControlModifier);
        break;
    case Drag::Press:
        if (std::abs(at.x() - m_press.x()) < DragStart)
            break;
        m_drag = Drag::Pan;
        [[fallthrough]];
    case Drag::Pan: {
        // From where the press was, never step by step: rounding does not add up.
        TimeView view = m_pressView;
        view.setExtent(m_view.extent());
        view.pan(at.x() - m_press.x());
        setTimeView(view);
        break;
    }
    case Drag::Loop:
    case Drag::LoopIn:
    case Drag::LoopOut:
        m_dragTime = m_view.timeAt(std::clamp(x, 0.0, m_view.width()));
        update();
        break;
    case Drag::None:
        break;
    }
    const bool inside = x >= -1.0 && x <= m_view.width() + 1.0;
    setHover(inside ? std::optional(m_view.timeAt(x)) : std::nullopt, true);
    updateCursor(at, event->modifiers());
}

void TimelineView::mouseReleaseEvent(QMouseEvent* event)
{
    if (!m_session || m_drag == Drag::None)
        return;
    const Drag drag = m_drag;
    m_drag = Drag::None;
    if (drag == Drag::Scrub) {
        scrubTo(laneX(event->position().x()), event->modifiers() & Qt::ControlModifier);
        applyScrub();
        if (m_playOnRelease)
            m_session->playhead().play();
    } else if (drag == Drag::Press && event->button() == Qt::LeftButton) {
        if (const auto hit = hitAt(event->position()); hit && hit->clickable) {
            if (hit->event >= 0) {
                goToEvent(*m_session,
                          m_session->index()->events->events[static_cast<std::size_t>(hit->event)]);
                Q_EMIT eventActivated(hit->event);
            } else {
                m_session->playhead().seek(hit->at);
            }
        }
    } else if (drag == Drag::Loop || drag == Drag::LoopIn || drag == Drag::LoopOut) {
        finishLoop(laneX(event->position().x()));
    }
    updateCursor(event->position(), event->modifiers());
    update();
}

void TimelineView::finishLoop(double x)
{
    const model::TimeAxis& axis = m_session->index()->timeAxis;
    const model::Micros end = m_view.timeAt(std::clamp(x, 0.0, m_view.width()));
    // A click, not a range: the loop goes away.
    if (std::abs(m_view.x(end) - m_view.x(m_pressTime)) < DragStart) {
        m_session->playhead().setLoop(std::nullopt);
        return;
    }
    const auto [from, to] = std::minmax(m_pressTime, end);
    m_session->playhead().setLoop(model::FrameRange{axis.frameAt(from), axis.frameAt(to) + 1});
}

void TimelineView::mouseDoubleClickEvent(QMouseEvent* event)
{
    if (event->button() != Qt::LeftButton || event->position().x() < m_left - 8)
        return;
    m_drag = Drag::None;
    TimeView view = m_view;
    view.fit();
    setTimeView(view);
}

void TimelineView::wheelEvent(QWheelEvent* event)
{
    event->accept();
    if (!m_session)
        return;
    TimeView view = m_view;
    const QPoint delta = event->angleDelta();
    const bool sideways =
        std::abs(delta.x()) > std::abs(delta.y()) || (event->modifiers() & Qt::ShiftModifier);
    if (sideways)
        view.pan((delta.x() != 0 ? delta.x() : delta.y()) * 0.5);
    else
        view.zoom(std::pow(WheelFactor, delta.y() / 120.0),
                  std::clamp(laneX(event->position().x()), 0.0, view.width()));
    setTimeView(view);
    setHover(m_view.timeAt(laneX(event->position().x())), true);
}

// ---- keys and menu ----

void TimelineView::keyPressEvent(QKeyEvent* event)
{
    const int key = event->key();
    const bool in = key == Qt::Key_Plus || key == Qt::Key_Equal || key == Qt::Key_Up;
    const bool out = key == Qt::Key_Minus || key == Qt::Key_Down;
    if (!m_session || (!in && !out)) {
        QWidget::keyPressEvent(event);
        return;
    }
    TimeView view = m_view;
    const double x = view.x(m_session->playhead().time());
    view.zoom(in ? KeyFactor : 1.0 / KeyFactor, x >= 0.0 && x <= view.width() ? x : view.width() / 2.0);
    setTimeView(view);
}

void TimelineView::contextMenuEvent(QContextMenuEvent* event)
{
    QMenu menu(this);
    const auto loop = m_session ? m_session->playhead().loop() : std::nullopt;
    connect(menu.addAction(tr("Fit whole replay")), &QAction::triggered, this, [this] {
        TimeView view = m_view;
        view.fit();
        setTimeView(view);
    });
    QAction* toLoop = menu.addAction(tr("Zoom to loop"));
    QAction* clearLoop = menu.addAction(tr("Clear loop"));
    toLoop->setEnabled(loop.has_value());
    clearLoop->setEnabled(loop.has_value());
    if (loop) {
        connect(toLoop, &QAction::triggered, this, [this, loop] {
            const model::TimeAxis& axis = m_session->index()->timeAxis;
            TimeView view = m_view;
            view.show(axis.timeOf(loop->first), axis.timeOf(loop->end));
            setTimeView(view);
        });
        connect(clearLoop, &QAction::triggered, this,
                [this] { m_session->playhead().setLoop(std::nullopt); });
    }
    if (const Row* row = rowAt(event->pos())) {
        menu.addSeparator();
        const QString id = row->lane->id();
        for (const int step : {-1, 1}) {
            const QString text = step < 0 ? tr("Move \u201C%1\u201D up") : tr("Move \u201C%1\u201D down");
            connect(menu.addAction(text.arg(shownName(row->lane->title()))), &QAction::triggered, this,
                    [this, id, step] { moveLane(id, step); });
        }
    }
    QMenu* markers = menu.addMenu(tr("Markers"));
    const std::array<std::pair<QString, MarkerDensity>, 3> densities{
        {{tr("All"), MarkerDensity::All},
         {tr("Notable"), MarkerDensity::Notable},
         {tr("Major only"), MarkerDensity::Major}}};
    for (const auto& [text, density] : densities) {
        QAction* action = markers->addAction(text);
        action->setCheckable(true);
        action->setChecked(m_density == density);
        connect(action, &QAction::triggered, this, [this, wanted = density] { setDensity(wanted); });
    }
    menu.addSection(tr("Lanes"));
    for (const auto& lane : m_lanes) {
        QAction* action = menu.addAction(shownName(lane->title()));
        action->setCheckable(true);
        action->setChecked(!isLaneHidden(lane->id()));
        action->setEnabled(lane->used());
        connect(action, &QAction::triggered, this,
                [this, id = lane->id()](bool shown) { setLaneHidden(id, !shown); });
    }
    menu.exec(event->globalPos());
}

} // namespace ghostline::app
