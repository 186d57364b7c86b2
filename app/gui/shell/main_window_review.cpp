// SPDX-License-Identifier: GPL-3.0-or-later
// Reviewing in the window: what the review desk asks of it, and how the docks make room for flags, verdict
// and evidence.
#include "app/gui/review/evidence_panel.h"
#include "app/gui/review/review_desk.h"
#include "app/gui/review/review_panel.h"
#include "app/gui/shell/banner.h"
#include "app/gui/shell/main_window_panels.h"
#include "app/gui/shell/view_area.h"

#include <algorithm>

namespace ghostline::app {

/// Flags and verdict are to be seen whole while the evidence is open.
void MainWindow::makeRoomForReview()
{
    QDockWidget* review = dock(QStringLiteral("review"));
    reachDown(review);
    resizeDocks({review}, {std::max(review->width(), width() * 9 / 25)}, Qt::Horizontal);
    resizeDocks({review}, {std::max(review->height(), height() * 11 / 20)}, Qt::Vertical);
}

void MainWindow::buildReview()
{
    m_panels->review = m_panels->add(new ReviewPanel(m_actions, this));
    m_panels->evidence = m_panels->add(new EvidencePanel(this));
    ReviewHost host;
    host.open = [this](const QString& path) { openFile(path); };
    host.makeRoom = [this] { makeRoomForReview(); };
    host.raise = [this](const QString& name) {
        QDockWidget* evidence = dock(QStringLiteral("evidence"));
        const bool wasHidden = evidence->isHidden();
        const SettlingDocks settling(*this);
        raisePanel(name);
        if (wasHidden && !evidence->isHidden()) {
            resizeDocks({evidence}, {height() * 9 / 50}, Qt::Vertical);
            makeRoomForReview();
        }
    };
    host.isShown = [this](const QString& name) { return !dock(name)->visibleRegion().isEmpty(); };
    host.tell = [this](const QString& text) { m_area->banner()->tell(Banner::Level::Info, text); };
    host.registry = m_setup.registry;
    host.options = m_setup.options;
    auto* desk = new ReviewDesk(m_actions, m_panels->review, m_panels->evidence, std::move(host), this);
    m_panels->desk = desk;
    m_panels->setSession.push_back([desk](ReplaySession* session) { desk->setSession(session); });
    connect(this, &MainWindow::replayOpened, desk, &ReviewDesk::onReplayOpened);
    connect(this, &MainWindow::replayClosed, desk, &ReviewDesk::onReplayClosed);
}

} // namespace ghostline::app
