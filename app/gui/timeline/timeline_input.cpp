// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/gui/timeline/timeline_input.h"

#include "app/gui/session/go_to_event.h"
#include "app/gui/session/replay_session.h"
#include "app/gui/timeline/timeline_menu.h"
#include "app/gui/timeline/timeline_view.h"

#include <QContextMenuEvent>
#include <QMouseEvent>
#include <QWheelEvent>

#include <algorithm>
#include <cmath>
#include <utility>

namespace ghostline::app {

namespace {

constexpr double DragStart = 4.0; // pixels before a press becomes a drag
constexpr double LoopGrip = 5.0;
constexpr double KeyFactor = 1.5;
constexpr int LanesMargin = 8; // pixels left of the lanes that still belong to them

} // namespace

TimelineInput::TimelineInput(TimelineView* timeline)
    : QObject(timeline), m_timeline(timeline), m_scrubber([timeline](model::FrameTime at) {
          if (ReplaySession* session = timeline->session())
              session->playhead().seek(at);
      })
{
    timeline->installEventFilter(this);
}

void TimelineInput::cancel()
{
    m_drag = Drag::None;
    m_scrubber.cancel();
}

std::optional<std::pair<model::Micros, model::Micros>> TimelineInput::loopDrawn() const
{
    if (!drawsLoop())
        return std::nullopt;
    return std::minmax(m_pressTime, m_dragTime);
}

bool TimelineInput::eventFilter(QObject* watched, QEvent* event)
{
    switch (event->type()) {
    case QEvent::MouseButtonPress:
        press(*static_cast<QMouseEvent*>(event));
        return true;
    case QEvent::MouseMove:
        move(*static_cast<QMouseEvent*>(event));
        return true;
    case QEvent::MouseButtonRelease:
        release(*static_cast<QMouseEvent*>(event));
        return true;
    case QEvent::MouseButtonDblClick:
        doubleClick(*static_cast<QMouseEvent*>(event));
        return true;
    case QEvent::Wheel:
        wheel(*static_cast<QWheelEvent*>(event));
        return true;
    case QEvent::Leave:
        m_timeline->hover(std::nullopt);
        return true;
    case QEvent::KeyPress:
        return key(*static_cast<QKeyEvent*>(event));
    case QEvent::ContextMenu:
        showMenu(*static_cast<QContextMenuEvent*>(event));
        return true;
    default:
        return QObject::eventFilter(watched, event);
    }
}

double TimelineInput::laneX(double x) const { return x - m_timeline->lanesLeft(); }

/// Of a pixel of the lanes, as far as they go.
model::Micros TimelineInput::timeInside(double x) const
{
    const TimeView& view = m_timeline->timeView();
    return view.timeAt(std::clamp(x, 0.0, view.width()));
}

// ---- mouse ----

void TimelineInput::press(const QMouseEvent& event)
{
    const ReplaySession* session = m_timeline->session();
    if (session == nullptr || session->index()->frames() == 0 ||
        event.position().x() < m_timeline->lanesLeft() - LanesMargin)
        return;
    m_press = event.position();
    m_pressView = m_timeline->timeView();
    m_pressTime = m_pressView.timeAt(laneX(m_press.x()));
    m_dragTime = m_pressTime;
    if (event.button() == Qt::MiddleButton)
        m_drag = Drag::Press;
    else if (event.button() == Qt::LeftButton)
        pressLeft(event.modifiers());
}

void TimelineInput::pressLeft(Qt::KeyboardModifiers modifiers)
{
    ReplaySession& session = *m_timeline->session();
    if (modifiers & Qt::ShiftModifier) {
        m_drag = Drag::Loop;
    } else if (const auto edge = loopEdgeAt(m_press)) {
        // The other end stays: the drag runs from there.
        const model::FrameRange loop = *session.playhead().loop();
        m_drag = *edge;
        m_pressTime = session.index()->timeAxis.timeOf(*edge == Drag::LoopIn ? loop.end - 1 : loop.first);
    } else if (m_press.y() < m_timeline->rulerRect().bottom() + 1) {
        m_drag = Drag::Scrub;
        // While the hand holds the playhead, playing must not pull it away.
        m_playOnRelease = session.playhead().playing();
        session.playhead().pause();
        scrubTo(laneX(m_press.x()), modifiers);
        m_scrubber.seekNow();
    } else {
        m_drag = Drag::Press;
    }
}

void TimelineInput::scrubTo(double x, Qt::KeyboardModifiers modifiers)
{
    const model::TimeAxis& axis = m_timeline->session()->index()->timeAxis;
    model::FrameTime at = axis.at(timeInside(x));
    if (modifiers & Qt::ControlModifier) // whole frames
        at = axis.clamp({at.fraction >= 0.5 ? at.frame + 1 : at.frame, 0.0});
    m_scrubber.seek(at);
}

void TimelineInput::move(const QMouseEvent& event)
{
    if (m_timeline->session() == nullptr)
        return;
    const QPointF at = event.position();
    const double x = laneX(at.x());
    switch (m_drag) {
    case Drag::Scrub:
        scrubTo(x, event.modifiers());
        break;
    case Drag::Press:
        if (std::abs(at.x() - m_press.x()) < DragStart)
            break;
        m_drag = Drag::Pan;
        [[fallthrough]];
    case Drag::Pan: {
        // From where the press was, never step by step: rounding does not add up.
        TimeView view = m_pressView;
        view.setExtent(m_timeline->timeView().extent());
        view.pan(at.x() - m_press.x());
        m_timeline->setTimeView(view);
        break;
    }
    case Drag::Loop:
    case Drag::LoopIn:
    case Drag::LoopOut:
        m_dragTime = timeInside(x);
        m_timeline->update();
        break;
    case Drag::None:
        break;
    }
    const TimeView& view = m_timeline->timeView();
    const bool inside = x >= -1.0 && x <= view.width() + 1.0;
    m_timeline->hover(inside ? std::optional(view.timeAt(x)) : std::nullopt);
    updateCursor(at, event.modifiers());
}

void TimelineInput::release(const QMouseEvent& event)
{
    ReplaySession* session = m_timeline->session();
    if (session == nullptr || m_drag == Drag::None)
        return;
    const bool loop = drawsLoop();
    const Drag drag = std::exchange(m_drag, Drag::None);
    if (drag == Drag::Scrub) {
        scrubTo(laneX(event.position().x()), event.modifiers());
        m_scrubber.seekNow();
        if (m_playOnRelease)
            session->playhead().play();
    } else if (drag == Drag::Press && event.button() == Qt::LeftButton) {
        click(event.position());
    } else if (loop) {
        finishLoop(laneX(event.position().x()));
    }
    updateCursor(event.position(), event.modifiers());
    m_timeline->update();
}

void TimelineInput::click(QPointF at)
{
    const auto hit = m_timeline->hitAt(at);
    if (!hit || !hit->clickable)
        return;
    ReplaySession& session = *m_timeline->session();
    if (hit->event < 0) {
        session.playhead().seek(hit->at);
        return;
    }
    goToEvent(session, session.index()->events->events[static_cast<std::size_t>(hit->event)]);
    Q_EMIT m_timeline->eventActivated(hit->event);
}

void TimelineInput::doubleClick(const QMouseEvent& event)
{
    if (event.button() != Qt::LeftButton || event.position().x() < m_timeline->lanesLeft() - LanesMargin)
        return;
    m_drag = Drag::None;
    TimeView view = m_timeline->timeView();
    view.fit();
    m_timeline->setTimeView(view);
}

void TimelineInput::wheel(QWheelEvent& event)
{
    event.accept();
    if (m_timeline->session() == nullptr)
        return;
    TimeView view = m_timeline->timeView();
    const QPoint delta = event.angleDelta();
    const bool sideways =
        std::abs(delta.x()) > std::abs(delta.y()) || (event.modifiers() & Qt::ShiftModifier);
    if (sideways)
        view.pan((delta.x() != 0 ? delta.x() : delta.y()) * 0.5);
    else
        view.zoom(std::pow(WheelFactor, delta.y() / 120.0),
                  std::clamp(laneX(event.position().x()), 0.0, view.width()));
    m_timeline->setTimeView(view);
    m_timeline->hover(m_timeline->timeView().timeAt(laneX(event.position().x())));
}

// ---- the loop ----

std::optional<TimelineInput::Drag> TimelineInput::loopEdgeAt(QPointF at) const
{
    const ReplaySession* session = m_timeline->session();
    const auto loop = session != nullptr ? session->playhead().loop() : std::nullopt;
    if (!loop || !m_timeline->rulerRect().adjusted(-8, 8, 8, 0).contains(at.toPoint()))
        return std::nullopt;
    const model::TimeAxis& axis = session->index()->timeAxis;
    const TimeView& view = m_timeline->timeView();
    const double toIn = std::abs(laneX(at.x()) - view.x(axis.timeOf(loop->first)));
    const double toOut = std::abs(laneX(at.x()) - view.x(axis.timeOf(loop->end)));
    if (std::min(toIn, toOut) > LoopGrip)
        return std::nullopt;
    return toIn < toOut ? Drag::LoopIn : Drag::LoopOut;
}

void TimelineInput::finishLoop(double x)
{
    ReplaySession& session = *m_timeline->session();
    const TimeView& view = m_timeline->timeView();
    const model::Micros end = timeInside(x);
    // A click, not a range: the loop goes away.
    if (std::abs(view.x(end) - view.x(m_pressTime)) < DragStart) {
        session.playhead().setLoop(std::nullopt);
        return;
    }
    const model::TimeAxis& axis = session.index()->timeAxis;
    const auto [from, to] = std::minmax(m_pressTime, end);
    session.playhead().setLoop(model::FrameRange{axis.frameAt(from), axis.frameAt(to) + 1});
}

void TimelineInput::updateCursor(QPointF at, Qt::KeyboardModifiers modifiers)
{
    if (m_drag == Drag::Pan)
        m_timeline->setCursor(Qt::ClosedHandCursor);
    else if (loopEdgeAt(at))
        m_timeline->setCursor(Qt::SizeHorCursor);
    else if (modifiers & Qt::ShiftModifier)
        m_timeline->setCursor(Qt::IBeamCursor);
    else if (const auto hit = m_timeline->hitAt(at); hit && hit->clickable)
        m_timeline->setCursor(Qt::PointingHandCursor);
    else
        m_timeline->setCursor(Qt::ArrowCursor);
}

// ---- keys and menu ----

/// False for a key that the timeline leaves to others.
bool TimelineInput::key(const QKeyEvent& event)
{
    const int code = event.key();
    const bool in = code == Qt::Key_Plus || code == Qt::Key_Equal || code == Qt::Key_Up;
    const bool out = code == Qt::Key_Minus || code == Qt::Key_Down;
    const ReplaySession* session = m_timeline->session();
    if (session == nullptr || (!in && !out))
        return false;
    TimeView view = m_timeline->timeView();
    const double x = view.x(session->playhead().time());
    view.zoom(in ? KeyFactor : 1.0 / KeyFactor, x >= 0.0 && x <= view.width() ? x : view.width() / 2.0);
    m_timeline->setTimeView(view);
    return true;
}

void TimelineInput::showMenu(const QContextMenuEvent& event)
{
    TimelineMenu menu(m_timeline, event.pos());
    menu.exec(event.globalPos());
}

} // namespace ghostline::app
