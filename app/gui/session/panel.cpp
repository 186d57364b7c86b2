// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/gui/session/panel.h"

#include "app/gui/widgets/panel_style.h"

#include <QStackedLayout>
#include <QVBoxLayout>

namespace ghostline::app {

Panel::Panel(QWidget* parent, int refreshMs)
    : QWidget(parent), m_theme(themeFor(palette())), m_throttle(this, refreshMs, [this] { refresh(); })
{
}

void Panel::setSession(ReplaySession* session)
{
    const auto throttles = findChildren<RefreshThrottle*>(Qt::FindDirectChildrenOnly);
    if (m_session != nullptr) {
        QObjectList listeners{this};
        for (RefreshThrottle* throttle : throttles)
            listeners << throttle;
        for (const QObject* listener : std::as_const(listeners))
            m_session->unsubscribe(listener);
    }
    for (RefreshThrottle* throttle : throttles)
        throttle->cancel(); // what waits is of the session before
    m_session = session;
    if (session != nullptr)
        connect(session, &QObject::destroyed, this, [this] { setSession(nullptr); });
    onSessionChanged();
}

void Panel::setTheme(const render::Theme& theme)
{
    m_theme = theme;
    onThemeChanged();
}

QLayout* Panel::makePages(const QString& emptyText, QWidget* content)
{
    m_empty = emptyState(emptyText, this);
    m_pages = new QStackedLayout;
    m_pages->addWidget(m_empty);
    m_pages->addWidget(content);
    return m_pages;
}

QVBoxLayout* Panel::makeContentColumn(const QString& emptyText, int spacing)
{
    auto* content = new QWidget(this);
    auto* column = new QVBoxLayout(content);
    column->setContentsMargins(0, 0, 0, 0);
    column->setSpacing(spacing);
    setLayout(makePages(emptyText, content));
    return column;
}

void Panel::showContent(bool shown) { m_pages->setCurrentIndex(shown ? 1 : 0); }

void Panel::showEmpty(const QString& text)
{
    setEmptyText(text);
    showContent(false);
}

void Panel::setEmptyText(const QString& text) { m_empty->setText(text); }

} // namespace ghostline::app
