// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/gui/board/board_input.h"

#include "app/gui/view/replay_views.h"

#include <QKeyEvent>
#include <QMouseEvent>

#include <utility>

namespace ghostline::app {

namespace {

/// Where the events of a view come in.
QObject* targetOf(const ReplayView& view)
{
    return view.viewport() != nullptr ? static_cast<QObject*>(view.viewport()) : view.map();
}

} // namespace

BoardInput::BoardInput(BoardHand* hand, ReplayViews* views, QWidget* tools, QObject* parent)
    : QObject(parent), m_hand(hand), m_views(views), m_tools(tools)
{
    connect(m_views, &ReplayViews::splitChanged, this, &BoardInput::watch);
    m_tools->installEventFilter(this);
}

void BoardInput::setOn(bool on)
{
    m_on = on;
    m_down = m_passing = false;
    watch();
}

void BoardInput::setCursor(Qt::CursorShape shape)
{
    m_cursor = shape;
    watch();
}

/// A second view may have come; one that has gone is forgotten by itself.
void BoardInput::watch()
{
    for (ReplayView* view : {&m_views->first(), m_views->second()}) {
        if (view == nullptr)
            continue;
        if (m_on)
            targetOf(*view)->installEventFilter(this);
        else
            targetOf(*view)->removeEventFilter(this);
        if (view->viewport() != nullptr)
            m_on ? view->viewport()->setCursor(m_cursor) : view->viewport()->unsetCursor();
        else
            m_on ? view->map()->setCursor(m_cursor) : view->map()->unsetCursor();
    }
}

std::unique_ptr<BoardPicture> BoardInput::pictureOf(QObject* watched)
{
    if (auto* viewport = qobject_cast<render::Viewport*>(watched))
        return std::make_unique<ViewportPicture>(*viewport, m_ground);
    if (const auto* map = qobject_cast<render::TopDownWidget*>(watched))
        return std::make_unique<MapPicture>(*map);
    return nullptr;
}

std::unique_ptr<BoardPicture> BoardInput::firstPicture() { return pictureOf(targetOf(m_views->first())); }

bool BoardInput::eventFilter(QObject* watched, QEvent* event)
{
    if (!m_on)
        return false;
    switch (event->type()) {
    case QEvent::MouseButtonPress:
    case QEvent::MouseButtonDblClick:
    case QEvent::MouseMove:
    case QEvent::MouseButtonRelease:
        return watched != m_tools && mouse(watched, *static_cast<QMouseEvent*>(event));
    case QEvent::ShortcutOverride: // these keys are not the window's while one draws
        if (!wants(watched, *static_cast<QKeyEvent*>(event)))
            return false;
        event->accept();
        return true;
    case QEvent::KeyPress:
        if (!wants(watched, *static_cast<QKeyEvent*>(event)))
            return false;
        event->accept();
        m_hand->keyPressed(static_cast<QKeyEvent*>(event)->key());
        return true;
    default:
        return false;
    }
}

/// True = it has drawn, and is none of the camera's business.
bool BoardInput::mouse(QObject* watched, const QMouseEvent& event)
{
    const std::unique_ptr<BoardPicture> picture = pictureOf(watched);
    if (picture == nullptr)
        return false;
    const BoardPointer pointer{event.position(), event.modifiers()};
    const bool left = event.button() == Qt::LeftButton;
    switch (event.type()) {
    case QEvent::MouseButtonPress:
    case QEvent::MouseButtonDblClick:
        if (!left)
            return false;
        m_passing = event.modifiers().testFlag(Qt::ControlModifier);
        if (m_passing)
            return false;
        m_down = true;
        m_hand->pressed(*picture, pointer, event.type() == QEvent::MouseButtonDblClick);
        return true;
    case QEvent::MouseMove:
        // The camera moves, or somebody is pointed at.
        if (m_passing || (!m_down && (event.buttons() != Qt::NoButton || !m_hand->followsPointer())))
            return false;
        m_hand->moved(*picture, pointer);
        return true;
    case QEvent::MouseButtonRelease:
        if (!left || std::exchange(m_passing, false))
            return false;
        if (std::exchange(m_down, false))
            m_hand->released(*picture, pointer);
        return true;
    default:
        return false;
    }
}

bool BoardInput::wants(const QObject* watched, const QKeyEvent& event) const
{
    return !(event.modifiers() & ~(Qt::ShiftModifier | Qt::KeypadModifier)) &&
           m_hand->wantsKey(event.key(), watched != m_tools);
}

} // namespace ghostline::app
