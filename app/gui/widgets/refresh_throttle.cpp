// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/gui/widgets/refresh_throttle.h"

#include <QEvent>
#include <QWidget>

namespace ghostline::app {

RefreshThrottle::RefreshThrottle(QWidget* widget, int milliseconds, std::function<void()> refresh)
    : QObject(widget), m_widget(widget), m_milliseconds(milliseconds), m_refresh(std::move(refresh))
{
    m_interval.setSingleShot(true);
    connect(&m_interval, &QTimer::timeout, this, [this] {
        if (m_stale && seen())
            refreshNow();
    });
    widget->installEventFilter(this);
}

void RefreshThrottle::schedule()
{
    m_stale = true;
    if (!m_interval.isActive() && seen())
        refreshNow();
}

/// Behind another tab a dock stays visible by its own account; it only lies outside the window.
bool RefreshThrottle::seen() const
{
    if (!m_widget->isVisible())
        return false;
    const QWidget* window = m_widget->window();
    return window->rect().intersects({m_widget->mapTo(window, QPoint()), m_widget->size()});
}

void RefreshThrottle::refreshIfSeen()
{
    m_stale = true;
    if (seen())
        refreshNow();
}

void RefreshThrottle::refreshNow()
{
    m_stale = false;
    m_interval.start(m_milliseconds);
    m_refresh();
}

void RefreshThrottle::cancel()
{
    m_stale = false;
    m_interval.stop();
}

bool RefreshThrottle::eventFilter(QObject* watched, QEvent* event)
{
    if (watched != m_widget || !m_stale)
        return QObject::eventFilter(watched, event);
    if (event->type() == QEvent::Show && seen())
        refreshNow();
    else if (event->type() == QEvent::Paint && !m_interval.isActive()) // its tab has come to the front
        m_interval.start(0);
    return QObject::eventFilter(watched, event);
}

} // namespace ghostline::app
