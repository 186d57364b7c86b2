// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/gui/docks/pace.h"

#include <QEvent>
#include <QWidget>

namespace ghostline::app {

Pace::Pace(QWidget* panel, int milliseconds, std::function<void()> refresh)
    : QObject(panel), m_panel(panel), m_milliseconds(milliseconds), m_refresh(std::move(refresh))
{
    m_rest.setSingleShot(true);
    connect(&m_rest, &QTimer::timeout, this, [this] {
        if (m_stale && seen())
            this->refresh();
    });
    panel->installEventFilter(this);
}

void Pace::changed()
{
    m_stale = true;
    if (!m_rest.isActive() && seen())
        refresh();
}

/// Behind another tab a dock stays visible by its own account; it only lies outside the window.
bool Pace::seen() const
{
    if (!m_panel->isVisible())
        return false;
    const QWidget* window = m_panel->window();
    return window->rect().intersects({m_panel->mapTo(window, QPoint()), m_panel->size()});
}

void Pace::renew()
{
    m_stale = true;
    if (seen())
        refresh();
}

void Pace::refresh()
{
    m_stale = false;
    m_rest.start(m_milliseconds);
    m_refresh();
}

bool Pace::eventFilter(QObject* watched, QEvent* event)
{
    if (watched != m_panel || !m_stale)
        return QObject::eventFilter(watched, event);
    if (event->type() == QEvent::Show && seen())
        refresh();
    else if (event->type() == QEvent::Paint && !m_rest.isActive()) // its tab has come to the front
        m_rest.start(0);
    return QObject::eventFilter(watched, event);
}

} // namespace ghostline::app
