// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/gui/docks/pace.h"

#include <QEvent>
#include <QWidget>

namespace ghostline::app {

Pace::Pace(QWidget* panel, int milliseconds, std::function<void()> refresh)
    : QObject(panel), m_panel(panel), m_refresh(std::move(refresh))
{
    m_rest.setSingleShot(true);
    m_rest.setInterval(milliseconds);
    connect(&m_rest, &QTimer::timeout, this, [this] {
        if (m_stale && m_panel->isVisible())
            this->refresh();
    });
    panel->installEventFilter(this);
}

void Pace::changed()
{
    m_stale = true;
    if (!m_rest.isActive() && m_panel->isVisible())
        refresh();
}

void Pace::refresh()
{
    m_stale = false;
    m_rest.start();
    m_refresh();
}

bool Pace::eventFilter(QObject* watched, QEvent* event)
{
    if (watched == m_panel && event->type() == QEvent::Show && m_stale)
        refresh();
    return QObject::eventFilter(watched, event);
}

} // namespace ghostline::app
