// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/gui/shell/docks.h"

#include "app/gui/settings/layout_store.h"
#include "app/gui/verbs/actions.h"
#include "app/gui/widgets/panel_scroll.h"

#include <QApplication>
#include <QChildEvent>
#include <QTabBar>

namespace ghostline::app {

Docks::Docks(QMainWindow* window, const PanelParts& parts)
    : QObject(window), m_window(window), m_actions(parts.actions), m_held(panelTable().size())
{
    for (const PanelSpec& spec : panelTable()) {
        Panel* panel = m_panels.emplace_back(spec.make(parts));
        const QString title = panelTitle(spec);
        auto* dock = new QDockWidget(title, window);
        dock->setObjectName(QLatin1String(spec.name));
        dock->setWidget(spec.traits.scrolls ? static_cast<QWidget*>(new PanelScroll(panel)) : panel);
        dock->setAccessibleName(title);
        panel->setAccessibleName(title);
        place(spec, dock);
        m_docks.push_back(dock);
    }
    for (const PanelSpec& spec : panelTable()) {
        if (spec.traits.inFront)
            dock(QLatin1String(spec.name))->raise();
        if (spec.traits.hidden)
            dock(QLatin1String(spec.name))->hide();
    }
    window->installEventFilter(this);
    window->setCorner(Qt::BottomLeftCorner, Qt::BottomDockWidgetArea);
    window->setCorner(Qt::BottomRightCorner, Qt::BottomDockWidgetArea);
    window->setTabPosition(Qt::AllDockWidgetAreas, QTabWidget::North);
}

/// Tabs that have no room are scrolled to: of eight titles cut to two letters none can be told.
bool Docks::eventFilter(QObject* watched, QEvent* event)
{
    if (watched == m_window && event->type() == QEvent::ChildPolished) {
        if (auto* bar = qobject_cast<QTabBar*>(static_cast<QChildEvent*>(event)->child())) {
            bar->setElideMode(Qt::ElideNone);
            bar->setUsesScrollButtons(true);
        }
    }
    return QObject::eventFilter(watched, event);
}

void Docks::place(const PanelSpec& spec, QDockWidget* dock)
{
    m_window->addDockWidget(spec.area, dock);
    if (spec.place == PanelPlace::Below)
        m_window->splitDockWidget(this->dock(QLatin1String(spec.beside)), dock, Qt::Vertical);
    else if (spec.place == PanelPlace::Tab)
        m_window->tabifyDockWidget(this->dock(QLatin1String(spec.beside)), dock);
}

QDockWidget* Docks::dock(const QString& name) const
{
    for (QDockWidget* dock : m_docks) {
        if (dock->objectName() == name)
            return dock;
    }
    return nullptr;
}

void Docks::setSession(ReplaySession* session)
{
    if (m_session != nullptr)
        m_session->unsubscribe(this);
    m_session = session;
    for (Panel* panel : m_panels)
        panel->setSession(session);
    if (session != nullptr)
        connect(session, &ReplaySession::indexChanged, this, &Docks::fit);
}

void Docks::setTheme(const render::Theme& theme)
{
    for (Panel* panel : m_panels)
        panel->setTheme(theme);
}

void Docks::bindVerbs()
{
    for (const PanelSpec& spec : panelTable()) {
        if (spec.traits.verb != nullptr && !m_actions->isBound(QLatin1String(spec.traits.verb)))
            m_actions->on(QLatin1String(spec.traits.verb), this,
                          [this, name = spec.name](bool) { raise(QLatin1String(name)); });
    }
}

void Docks::raise(const QString& name)
{
    dock(name)->show();
    dock(name)->raise();
}

void Docks::reachDown(const QString& name)
{
    const Qt::DockWidgetArea side = m_window->dockWidgetArea(dock(name));
    if (dock(name)->isFloating())
        return;
    if (side == Qt::LeftDockWidgetArea)
        m_window->setCorner(Qt::BottomLeftCorner, side);
    else if (side == Qt::RightDockWidgetArea)
        m_window->setCorner(Qt::BottomRightCorner, side);
}

void Docks::hideAll()
{
    for (QDockWidget* dock : m_docks)
        dock->hide();
}

QByteArray Docks::arrangement()
{
    const auto showHeld = [this](bool on) {
        for (std::size_t row = 0; row < m_held.size(); ++row) {
            if (m_held[row])
                m_docks[row]->setVisible(on);
        }
    };
    m_window->setUpdatesEnabled(false);
    showHeld(true);
    QByteArray state = m_window->saveState(Layout::SchemaVersion);
    showHeld(false);
    m_window->setUpdatesEnabled(true);
    return state;
}

bool Docks::arrange(const QByteArray& state)
{
    if (!m_window->restoreState(state, Layout::SchemaVersion))
        return false;
    m_held.assign(m_held.size(), false);
    fit();
    return true;
}

/// Puts away the panels that this recording has nothing for, and brings back those it has.
void Docks::fit()
{
    for (std::size_t row = 0; row < m_docks.size(); ++row)
        fitOne(row);
}

void Docks::fitOne(std::size_t row)
{
    const PanelSpec& spec = panelTable()[row];
    QDockWidget* dock = m_docks[row];
    if (spec.traits.titleIn != nullptr) {
        const QString own = m_session != nullptr ? spec.traits.titleIn(m_session->info()) : QString();
        const QString title = own.isEmpty() ? panelTitle(spec) : own;
        dock->setWindowTitle(title);
        dock->setAccessibleName(title);
        m_panels[row]->setAccessibleName(title);
    }
    if (spec.traits.used == nullptr)
        return;
    const bool used = m_session != nullptr && spec.traits.used(*m_session->index());
    m_actions->offer(QLatin1String(spec.traits.verb), used,
                     m_session == nullptr ? tr("No recording is open")
                                          : tr("This recording has nothing to show there"));
    dock->toggleViewAction()->setVisible(used);
    if (!m_shown)
        return;
    if (used && m_held[row]) {
        dock->show();
    } else if (!used && !dock->isHidden()) {
        dock->hide();
        m_held[row] = true;
        return;
    }
    m_held[row] = m_held[row] && !used;
}

void Docks::focusNext(QWidget* middle, int delta)
{
    std::vector<QWidget*> panes{middle};
    for (QDockWidget* dock : m_docks) {
        if (dock->isVisible() && !dock->visibleRegion().isEmpty())
            panes.push_back(dock->widget());
    }
    QWidget* focus = QApplication::focusWidget();
    std::size_t at = 0;
    for (std::size_t i = 0; i < panes.size(); ++i) {
        if (focus != nullptr && (panes[i] == focus || panes[i]->isAncestorOf(focus)))
            at = i;
    }
    const auto count = static_cast<int>(panes.size());
    QWidget* next = panes[static_cast<std::size_t>((static_cast<int>(at) + delta + count) % count)];
    if (next == middle && next->focusProxy() != nullptr) { // it knows where the keyboard belongs
        next->setFocus(Qt::TabFocusReason);
        return;
    }
    for (QWidget* child : next->findChildren<QWidget*>()) {
        if ((child->focusPolicy() & Qt::TabFocus) != 0 && child->isVisible() && child->isEnabled()) {
            child->setFocus(Qt::TabFocusReason);
            return;
        }
    }
}

} // namespace ghostline::app
