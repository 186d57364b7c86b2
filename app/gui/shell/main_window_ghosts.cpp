// SPDX-License-Identifier: GPL-3.0-or-later
// The ghosts in the window: who owns them, what shows them, which docks come up for them.
#include "app/gui/ghosts/delta_panel.h"
#include "app/gui/ghosts/ghost_cameras.h"
#include "app/gui/ghosts/ghost_desk.h"
#include "app/gui/ghosts/ghost_set.h"
#include "app/gui/ghosts/ghosts_panel.h"
#include "app/gui/shell/banner.h"
#include "app/gui/shell/main_window_panels.h"
#include "app/gui/shell/view_area.h"

#include <QTimer>

#include <algorithm>

namespace ghostline::app {

namespace {
constexpr int GhostsHeight = 480; ///< list, alignments and splits of a run with a few checkpoints
} // namespace

/// At once it would be too early: behind another tab, or before the window is laid out, the panel has no
/// height of its own yet.
void MainWindow::makeRoomForGhosts()
{
    QTimer::singleShot(0, this, [this] {
        QDockWidget* panel = dock(QStringLiteral("ghosts"));
        QDockWidget* above = dock(QStringLiteral("events"));
        const int room = panel->height() + above->height();
        if (const int wanted = std::min(room * 3 / 5, GhostsHeight); panel->height() < wanted)
            resizeDocks({above, panel}, {room - wanted, wanted}, Qt::Vertical);
    });
}

/// Before the other panels: who reads from the set must hear of a replay after it.
void MainWindow::buildGhosts()
{
    auto* ghosts = new GhostSet(m_setup.registry, this);
    m_panels->setSession.push_back([ghosts](ReplaySession* session) { ghosts->setSession(session); });
    m_area->setGhosts(ghosts);
    m_panels->ghosts = m_panels->add(new GhostsPanel(m_actions, ghosts, this));
    m_panels->delta = m_panels->add(new DeltaPanel(ghosts, this));
    GhostHost host;
    host.showPanel = [this] {
        raisePanel(QStringLiteral("ghosts"));
        makeRoomForGhosts();
    };
    host.showDelta = [this] {
        QDockWidget* delta = dock(QStringLiteral("delta"));
        const bool first = !delta->isVisible();
        raisePanel(QStringLiteral("delta"));
        if (!first)
            return;
        reachDown(dock(QStringLiteral("ghosts")));
        resizeDocks({delta}, {height() / 4}, Qt::Vertical);
        makeRoomForGhosts();
    };
    host.warn = [this](const QString& title, const QString& detail) {
        m_area->banner()->tell(Banner::Level::Warning, QStringLiteral("%1: %2").arg(title, detail));
    };
    host.registry = m_setup.registry;
    host.window = this;
    auto* desk = new GhostDesk(m_actions, ghosts, m_panels->ghosts, std::move(host), m_setup.ghosts, this);
    new GhostCameras(m_actions, m_area, ghosts, this);
    m_panels->setSession.push_back([desk](ReplaySession* session) { desk->setSession(session); });
    connect(this, &MainWindow::replayOpened, desk, &GhostDesk::onReplayOpened);
}

} // namespace ghostline::app
