// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/gui/shell/docks.h"

#include "app/gui/settings/layout_store.h"
#include "app/gui/shell/dock_title.h"
#include "app/gui/shell/side_rail.h"
#include "app/gui/verbs/actions.h"
#include "app/gui/widgets/panel_scroll.h"

#include <QAction>
#include <QApplication>
#include <QChildEvent>
#include <QTabBar>

#include <algorithm>
#include <functional>

namespace ghostline::app {

namespace {

constexpr std::array Sides{DockSide::Left, DockSide::Right, DockSide::Bottom};

Qt::DockWidgetArea areaOf(DockSide side)
{
    switch (side) {
    case DockSide::Left:
        return Qt::LeftDockWidgetArea;
    case DockSide::Right:
        return Qt::RightDockWidgetArea;
    case DockSide::Bottom:
        break;
    }
    return Qt::BottomDockWidgetArea;
}

} // namespace

Docks::Docks(QMainWindow* window, const PanelParts& parts)
    : QObject(window), m_window(window), m_actions(parts.actions), m_kept(panelTable().size())
{
    for (const PanelSpec& spec : panelTable()) {
        Panel* panel = m_panels.emplace_back(spec.make(parts));
        const QString title = panelTitle(spec);
        auto* dock = new QDockWidget(title, window);
        dock->setObjectName(QLatin1String(spec.name));
        dock->setWidget(spec.traits.scrolls ? static_cast<QWidget*>(new PanelScroll(panel)) : panel);
        dock->setAccessibleName(title);
        panel->setAccessibleName(title);
        m_titles.push_back(new DockTitle(dock));
        dock->setTitleBarWidget(m_titles.back());
        place(spec, dock);
        m_docks.push_back(dock);
        const std::size_t row = m_docks.size() - 1;
        connect(dock, &QDockWidget::visibilityChanged, &m_follow, qOverload<>(&QTimer::start));
        connect(dock, &QDockWidget::dockLocationChanged, &m_follow, qOverload<>(&QTimer::start));
        connect(dock, &QDockWidget::topLevelChanged, &m_follow, qOverload<>(&QTimer::start));
        // Whoever asks for it by hand gets it, folded or not.
        connect(dock->toggleViewAction(), &QAction::triggered, this, [this, row](bool on) {
            if (on)
                release(row);
        });
    }
    connect(window, &QMainWindow::tabifiedDockWidgetActivated, this, &Docks::onTabChosen);
    m_follow.setSingleShot(true);
    connect(&m_follow, &QTimer::timeout, this, &Docks::follow);
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
    makeRails();
}

void Docks::makeRails()
{
    const auto make = [this](DockSide side, const char* name, const QString& title, const char* verb) {
        auto* rail = new SideRail(title, m_actions->get(QLatin1String(verb)), m_window);
        rail->setObjectName(QLatin1String(name));
        rail->hide();
        connect(rail, &SideRail::chosen, this, &Docks::choose);
        m_rails[static_cast<std::size_t>(side)] = rail;
        return rail;
    };
    m_window->addToolBar(Qt::LeftToolBarArea,
                         make(DockSide::Left, "leftRail", tr("Left panels"), "view.leftPanels"));
    m_window->addToolBar(Qt::RightToolBarArea,
                         make(DockSide::Right, "rightRail", tr("Right panels"), "view.rightPanels"));
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
    if (session == nullptr)
        return;
    connect(session, &ReplaySession::indexChanged, this, &Docks::fit);
    connect(session->actors(), &ActorSelection::selectedChanged, this, &Docks::fitIdle);
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
    release(rowOf(name));
    dock(name)->show();
    dock(name)->raise();
    onTabChosen(dock(name));
}

/// Whoever wants another panel in the inspector's place is not to be disturbed when it comes back.
void Docks::onTabChosen(QDockWidget* chosen)
{
    if (m_fitting)
        return;
    // While it is away, Qt does not count it among the tabs of its place: that is below the events.
    QDockWidget* inspector = dock(QStringLiteral("inspector"));
    const bool same = m_window->dockWidgetArea(chosen) == m_window->dockWidgetArea(inspector) &&
                      chosen != dock(QStringLiteral("events")) &&
                      !m_window->tabifiedDockWidgets(dock(QStringLiteral("events"))).contains(chosen);
    if (chosen == inspector || same)
        m_inInspectorsPlace = chosen->objectName();
}

/// A click on the rail: what is in front goes, anything else comes.
void Docks::choose(const QString& name)
{
    if (isInSight(rowOf(name)))
        dock(name)->hide();
    else
        raise(name);
}

std::size_t Docks::rowOf(const QString& name) const
{
    const auto found =
        std::ranges::find(m_docks, name, [](const QDockWidget* dock) { return dock->objectName(); });
    return static_cast<std::size_t>(found - m_docks.begin());
}

bool Docks::standsOn(std::size_t row, DockSide side) const
{
    return !m_docks[row]->isFloating() && m_window->dockWidgetArea(m_docks[row]) == areaOf(side);
}

bool Docks::isInSight(std::size_t row) const
{
    return m_docks[row]->isVisible() && !m_docks[row]->visibleRegion().isEmpty();
}

void Docks::keep(std::size_t row, Kept why, bool kept)
{
    if (kept) {
        if (m_docks[row]->isHidden() && m_kept[row] == 0)
            return; // nobody wants to see it anyway
        m_kept[row] |= why;
        m_docks[row]->hide();
    } else if ((m_kept[row] & why) != 0) {
        m_kept[row] &= ~static_cast<unsigned>(why);
        if (m_kept[row] == 0)
            m_docks[row]->show();
    }
}

/// Somebody asks for it: its side comes back with it.
void Docks::release(std::size_t row)
{
    for (const DockSide side : Sides) {
        if (folded(side) && standsOn(row, side))
            fold(side, false);
    }
    m_kept[row] = 0;
}

void Docks::fold(DockSide side, bool folded)
{
    const auto number = static_cast<std::size_t>(side);
    if (m_folded[number] == folded)
        return;
    m_folded[number] = folded;
    if (folded) {
        m_fronts[number].clear();
        for (std::size_t row = 0; row < m_docks.size(); ++row) {
            if (standsOn(row, side) && isInSight(row))
                m_fronts[number] << m_docks[row]->objectName();
        }
    }
    refold(side);
    if (!folded) {
        for (const QString& name : std::as_const(m_fronts[number]))
            dock(name)->raise();
    }
    Q_EMIT foldsChanged();
}

void Docks::forgetFolds()
{
    if (std::ranges::none_of(m_folded, std::identity()))
        return;
    m_folded = {};
    for (unsigned& kept : m_kept)
        kept &= ~static_cast<unsigned>(Folded);
    Q_EMIT foldsChanged();
}

void Docks::refold(DockSide side)
{
    for (std::size_t row = 0; row < m_docks.size(); ++row) {
        if (standsOn(row, side) && panelTable()[row].traits.titled)
            keep(row, Folded, folded(side));
    }
}

void Docks::setShown(bool shown)
{
    m_shown = shown;
    for (SideRail* rail : m_rails)
        rail->setVisible(shown);
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
    const auto showKept = [this](bool on) {
        for (std::size_t row = 0; row < m_kept.size(); ++row) {
            if (m_kept[row] != 0)
                m_docks[row]->setVisible(on);
        }
    };
    m_window->setUpdatesEnabled(false);
    showKept(true);
    QByteArray state = m_window->saveState(Layout::SchemaVersion);
    showKept(false);
    m_window->setUpdatesEnabled(true);
    return state;
}

bool Docks::arrange(const QByteArray& state)
{
    if (!m_window->restoreState(state, Layout::SchemaVersion))
        return false;
    m_kept.assign(m_kept.size(), 0);
    fit();
    for (const DockSide side : Sides)
        refold(side);
    setShown(m_shown); // the rails are no part of an arrangement
    return true;
}

/// Puts away the panels that this recording has nothing for, and brings back those it has.
void Docks::fit()
{
    for (std::size_t row = 0; row < m_docks.size(); ++row)
        fitOne(row);
    fitIdle();
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
    if (m_shown)
        keep(row, Unused, !used);
}

/// The inspector takes no room while there is nobody to look at; it comes back where it was.
void Docks::fitIdle()
{
    if (!m_shown)
        return;
    const std::size_t row = rowOf(QStringLiteral("inspector"));
    const bool idle = m_session == nullptr || m_session->actors()->selected() == model::ActorId::None;
    m_fitting = true; // what the tabs do by themselves is nobody's choice
    const bool was = (m_kept[row] & Idle) != 0;
    keep(row, Idle, idle);
    if (was && !idle)
        dock(m_inInspectorsPlace)->raise();
    else if (idle && m_inInspectorsPlace == QLatin1String("inspector"))
        raiseSubstitute();
    m_fitting = false;
}

/// In the inspector's place: rather one that has something to show than the last of its tabs.
void Docks::raiseSubstitute()
{
    for (const char* name : {"event_columns", "observer", "highlights"}) {
        QDockWidget* other = dock(QLatin1String(name));
        if (!other->isHidden())
            return other->raise();
    }
}

void Docks::follow()
{
    followTitles();
    followRails();
}

/// A tab says the name already, and so does the frame of a panel that floats.
void Docks::followTitles()
{
    for (std::size_t row = 0; row < m_docks.size(); ++row) {
        QDockWidget* dock = m_docks[row];
        const QList<QDockWidget*> beside = m_window->tabifiedDockWidgets(dock);
        const bool tabbed =
            std::ranges::any_of(beside, [](const QDockWidget* other) { return !other->isHidden(); });
        m_titles[row]->setShown(panelTable()[row].traits.titled && !tabbed);
        QWidget* title = dock->isFloating() ? nullptr : m_titles[row];
        if (dock->titleBarWidget() != title)
            dock->setTitleBarWidget(title);
    }
}

/// Panels at the bottom are on the right one: there is the room.
void Docks::followRails()
{
    std::array<std::vector<RailEntry>, 2> entries;
    for (std::size_t row = 0; row < m_docks.size(); ++row) {
        const PanelSpec& spec = panelTable()[row];
        if (!spec.traits.titled || !m_docks[row]->toggleViewAction()->isVisible())
            continue;
        const bool left = m_window->dockWidgetArea(m_docks[row]) == Qt::LeftDockWidgetArea;
        auto& rail = entries[left ? 0 : 1];
        rail.push_back({.name = m_docks[row]->objectName(),
                        .title = m_docks[row]->windowTitle(),
                        .icon = QLatin1String(spec.icon),
                        .inSight = isInSight(row),
                        .apart = !rail.empty() && spec.place != PanelPlace::Tab});
    }
    for (std::size_t side = 0; side < m_rails.size(); ++side)
        m_rails[side]->show(entries[side]);
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
