// SPDX-License-Identifier: GPL-3.0-or-later
// Arrangements of the docks: how one is saved, restored and put back, and those that come with the program.
#include "app/gui/observer/observer_panel.h"
#include "app/gui/plots/plots_panel.h"
#include "app/gui/shell/banner.h"
#include "app/gui/shell/layout_menu.h"
#include "app/gui/shell/main_window_panels.h"
#include "app/gui/shell/shipped_layouts.h"
#include "app/gui/shell/status_line.h"
#include "app/gui/shell/view_area.h"
#include "app/gui/timeline/timeline_panel.h"

#include <QGuiApplication>
#include <QMenuBar>
#include <QScreen>
#include <QTabBar>

#include <algorithm>

namespace ghostline::app {

namespace {

/// Room for the tabs that share one place, none of their titles cut: some languages need more than others.
int widestTitles(const QMainWindow& window)
{
    int widest = 0;
    for (const QTabBar* bar : window.findChildren<QTabBar*>(QString(), Qt::FindDirectChildrenOnly))
        widest = std::max(widest, bar->sizeHint().width());
    return widest;
}

} // namespace

/// As saveState(), with the panels that are only put away for this recording.
QByteArray MainWindow::dockArrangement()
{
    const auto show = [this](bool on) {
        for (const Panels::Optional& panel : m_panels->optional) {
            if (panel.held)
                panel.dock->setVisible(on);
        }
    };
    setUpdatesEnabled(false);
    show(true);
    QByteArray state = saveState(Layout::SchemaVersion);
    show(false);
    setUpdatesEnabled(true);
    return state;
}

bool MainWindow::arrangeDocks(const QByteArray& state)
{
    if (!restoreState(state, Layout::SchemaVersion))
        return false;
    for (Panels::Optional& panel : m_panels->optional)
        panel.held = false;
    fitOptionalDocks();
    return true;
}

void MainWindow::applyDefaultSizes()
{
    m_defaultSizesDue = false;
    const int left = std::clamp(width() * 20 / 100, 220, 380);
    const int right = std::clamp(std::max(width() * 28 / 100, widestTitles(*this)), 320, 560);
    const int bottom = std::clamp(height() * 30 / 100, 200, 310); // transport, ruler and nine rows
    resizeDocks({dock(QStringLiteral("cast")), dock(QStringLiteral("events"))}, {left, right},
                Qt::Horizontal);
    const int rest = height() - bottom - menuBar()->sizeHint().height() - m_status->sizeHint().height();
    const int map = std::clamp(rest * 38 / 100, 140, 320);
    resizeDocks({dock(QStringLiteral("cast")), dock(QStringLiteral("minimap"))}, {rest - map, map},
                Qt::Vertical);
    // A little more for the events; what stands below them has some rows on a small screen, too.
    const int upper = rest * 55 / 100;
    resizeDocks({dock(QStringLiteral("events")), dock(QStringLiteral("inspector"))}, {upper, rest - upper},
                Qt::Vertical);
    resizeDocks({dock(QStringLiteral("timeline"))}, {bottom}, Qt::Vertical);
}

Layout MainWindow::currentLayout()
{
    Layout layout;
    layout.geometry = saveGeometry();
    layout.docks = m_replayShown ? dockArrangement() : m_docks;
    layout.timeline = m_panels->timeline->saveState();
    layout.plots = m_panels->plots->saveState();
    layout.observer = m_panels->observer->saveState();
    layout.view = m_area->options();
    return layout;
}

void MainWindow::saveLayout(const QString& name) { storeLayout(currentLayout(), name); }

bool MainWindow::restoreLayout(const QString& name)
{
    const auto layout = loadLayout(name);
    const bool usable = layout && !layout->docks.isEmpty() && arrangeDocks(layout->docks);
    render::ViewOptions options = usable ? layout->view : m_area->options();
    options.trailSeconds = m_settings.trailSeconds;
    m_area->setOptions(options);
    showViewOptions();
    if (!usable) {
        if (m_docks.isEmpty())
            m_docks = m_defaultDocks;
        return false;
    }
    m_docks = layout->docks;
    m_defaultSizesDue = false;
    if (name.isEmpty()) // a named one is for whatever size the window has
        restoreGeometry(layout->geometry);
    m_panels->timeline->restoreState(layout->timeline);
    m_panels->plots->restoreState(layout->plots);
    m_panels->observer->restoreState(layout->observer);
    for (QDockWidget* dock : m_panels->docks) {
        // A panel left on a screen that is gone comes home.
        if (dock->isFloating() && dock->isVisible() &&
            QGuiApplication::screenAt(dock->geometry().center()) == nullptr)
            dock->setFloating(false);
    }
    if (!m_replayShown) {
        for (QDockWidget* dock : m_panels->docks)
            dock->hide();
    }
    return true;
}

void MainWindow::resetLayout()
{
    m_docks = m_defaultDocks;
    m_panels->timeline->restoreState({});
    if (!m_replayShown) {
        m_defaultSizesDue = true;
        return;
    }
    arrangeDocks(m_defaultDocks);
    applyDefaultSizes();
}

void MainWindow::applyShipped(const ShippedLayout& layout)
{
    const SettlingDocks settling(*this);
    resetLayout();
    const auto named = [this](const char* name) { return dock(QLatin1String(name)); };
    for (const char* name : layout.hidden)
        named(name)->hide();
    for (const char* name : layout.shown)
        named(name)->show();
    for (const char* name : layout.raised)
        named(name)->raise();
    resizeDocks({named("events")}, {width() * layout.sidePercent / 100}, Qt::Horizontal);
    resizeDocks({named(layout.lower)}, {height() * layout.lowerPercent / 100}, Qt::Vertical);
    if (layout.focus == LayoutFocus::Review) {
        makeRoomForReview();
    } else if (layout.focus == LayoutFocus::Race) {
        reachDown(named("ghosts"));
        makeRoomForGhosts();
    }
    m_area->viewWidget()->setFocus();
}

void MainWindow::bindLayouts()
{
    m_actions->on(QStringLiteral("view.saveLayout"), this, [this](bool) { saveLayout(); });
    m_actions->on(QStringLiteral("view.restoreLayout"), this, [this](bool) { restoreLayout(); });
    m_actions->on(QStringLiteral("view.resetLayout"), this, [this](bool) { resetLayout(); });
    for (const ShippedLayout& layout : shippedLayouts())
        m_actions->on(QLatin1String(layout.verb), this, [this, &layout](bool) { applyShipped(layout); });
    m_actions->on(QStringLiteral("view.saveLayoutAs"), this, [this](bool) { m_layouts->askName(); });
    connect(m_layouts, &LayoutMenu::saveRequested, this, [this](const QString& name) { saveLayout(name); });
    connect(m_layouts, &LayoutMenu::chosen, this, [this](const QString& name) {
        if (!restoreLayout(name))
            m_area->banner()->tell(Banner::Level::Warning,
                                   tr("The layout \"%1\" is of another version or damaged").arg(name));
    });
}

} // namespace ghostline::app
