// SPDX-License-Identifier: GPL-3.0-or-later
// The docks: where they stand at first, which of them a recording has something for.
#include "app/gui/analyses/analyses_dialog.h"
#include "app/gui/docks/bookmarks_panel.h"
#include "app/gui/docks/cast_panel.h"
#include "app/gui/docks/events_panel.h"
#include "app/gui/docks/info_panel.h"
#include "app/gui/docks/inspector_panel.h"
#include "app/gui/docks/metrics_panel.h"
#include "app/gui/docks/minimap_panel.h"
#include "app/gui/docks/panel_scroll.h"
#include "app/gui/docks/standing_still_dialog.h"
#include "app/gui/ghosts/delta_panel.h"
#include "app/gui/ghosts/ghosts_panel.h"
#include "app/gui/match/census_panel.h"
#include "app/gui/match/event_columns_panel.h"
#include "app/gui/match/match_panel.h"
#include "app/gui/match/scoreboard_strip.h"
#include "app/gui/observer/analysis_panel.h"
#include "app/gui/observer/observer_panel.h"
#include "app/gui/plots/plots_panel.h"
#include "app/gui/review/evidence_panel.h"
#include "app/gui/review/review_panel.h"
#include "app/gui/shell/banner.h"
#include "app/gui/shell/first_run_hints.h"
#include "app/gui/shell/main_window_panels.h"
#include "app/gui/shell/replay_views.h"
#include "app/gui/shell/replay_words.h"
#include "app/gui/shell/status_line.h"
#include "app/gui/shell/view_area.h"
#include "app/gui/shell/welcome_page.h"
#include "app/gui/timeline/timeline_panel.h"
#include "app/gui/timeline/timeline_view.h"

#include <QApplication>
#include <QMenuBar>
#include <QPointer>
#include <QStackedWidget>

#include <algorithm>
#include <utility>

namespace ghostline::app {

QDockWidget* MainWindow::addPanel(const QString& name, const QString& title, QWidget* panel,
                                  Qt::DockWidgetArea where)
{
    auto* dock = new QDockWidget(title, this);
    dock->setObjectName(name);
    // Plots and timeline share one axis, a map is seen whole, and the inspector scrolls what it lists.
    const bool whole = panel == m_panels->timeline || panel == m_panels->plots ||
                       panel == m_panels->minimap || panel == m_panels->inspector;
    dock->setWidget(whole ? panel : new PanelScroll(panel));
    dock->setAccessibleName(title);
    panel->setAccessibleName(title);
    addDockWidget(where, dock);
    m_panels->docks.push_back(dock);
    return dock;
}

void MainWindow::buildDocks()
{
    Panels& p = *m_panels;
    buildGhosts();
    p.bookmarks = p.add(new BookmarksPanel(m_actions, this));
    p.cast = p.add(new CastPanel(this));
    p.events = p.add(new EventsPanel(this));
    p.match = p.add(new MatchPanel(this));
    p.eventColumns = p.add(new EventColumnsPanel(this));
    p.census = p.add(new CensusPanel(this));
    p.observer = p.add(new ObserverPanel(this));
    p.analysis = p.add(new AnalysisPanel(this));
    p.metrics = p.add(new MetricsPanel(this));
    p.info = p.add(new InfoPanel(this));
    p.inspector = p.add(new InspectorPanel(this));
    p.plots = p.add(new PlotsPanel(this));
    p.timeline = p.add(new TimelinePanel(m_actions, this));
    p.scoreboard = p.add(new ScoreboardStrip(this));
    buildReview();
    auto* hints = new FirstRunHints(m_actions, this);
    hints->watch(p.timeline->view(), &m_area->views());
    p.setTheme.push_back([hints](const render::Theme& theme) { hints->setTheme(theme); });
    m_area->setHeader(hints);
    m_area->setHeader(p.scoreboard);
    connect(
        m_area, &ViewArea::optionsChanged, p.scoreboard,
        [strip = p.scoreboard](const render::ViewOptions& options) { strip->setWanted(options.scoreboard); });
    p.standingStill = new StandingStillDialog(this);
    p.setSession.push_back(
        [dialog = p.standingStill](ReplaySession* session) { dialog->setSession(session); });
    p.plots->attach(p.timeline); // one time axis, pixel for pixel

    QDockWidget* cast = addPanel(QStringLiteral("cast"), tr("Cast"), p.cast, Qt::LeftDockWidgetArea);
    buildMinimap(cast);
    p.analyses = new AnalysesDialog(this);
    p.analyses->drawZonesOn(p.minimap->map());
    p.analyses->drawZonesOn(m_area->flatMap());
    // A dialog that is still open when the window goes is hidden after the maps have gone, and tells of that.
    connect(
        p.analyses, &AnalysesDialog::zonesMarked, m_area,
        [area = m_area, map = QPointer(p.minimap->map())](const std::vector<model::Zone>& zones, int chosen) {
            if (map != nullptr)
                map->setZones(zones, chosen);
            area->views().setZones(zones, chosen);
        });
    p.setSession.push_back([dialog = p.analyses](ReplaySession* session) { dialog->setSession(session); });
    connect(p.analyses, &AnalysesDialog::mapWanted, this, [this] {
        if (m_area->flatMap() == nullptr)
            raisePanel(QStringLiteral("minimap"));
    });
    connect(p.analyses, &AnalysesDialog::plotRequested, this, &MainWindow::plot);
    QDockWidget* census = addPanel(QStringLiteral("census"), tr("Forces"), p.census, Qt::LeftDockWidgetArea);
    tabifyDockWidget(cast, census);
    cast->raise();
    QDockWidget* events = addPanel(QStringLiteral("events"), tr("Events"), p.events, Qt::RightDockWidgetArea);
    QDockWidget* inspector =
        addPanel(QStringLiteral("inspector"), tr("Inspector"), p.inspector, Qt::RightDockWidgetArea);
    // Split first: beside a dock that has tabs a new one would only become another tab.
    splitDockWidget(events, inspector, Qt::Vertical);
    QDockWidget* before = events;
    const auto addTab = [&](const QString& name, const QString& title, QWidget* panel) {
        QDockWidget* tab = addPanel(name, title, panel, Qt::RightDockWidgetArea);
        tabifyDockWidget(std::exchange(before, tab), tab);
        return tab;
    };
    addTab(QStringLiteral("match"), tr("Match"), p.match);
    addTab(QStringLiteral("metrics"), tr("Metrics"), p.metrics);
    addTab(QStringLiteral("bookmarks"), tr("Bookmarks"), p.bookmarks);
    addTab(QStringLiteral("info"), tr("Info"), p.info);
    addTab(QStringLiteral("review"), tr("Review"), p.review);
    before = inspector; // beside what happens and how it stands, not in place of it
    QDockWidget* ghosts = addTab(QStringLiteral("ghosts"), tr("Ghosts"), p.ghosts);
    QDockWidget* columns = addTab(QStringLiteral("event_columns"), tr("Build orders"), p.eventColumns);
    QDockWidget* observer = addTab(QStringLiteral("observer"), tr("Observer"), p.observer);
    QDockWidget* analysis = addTab(QStringLiteral("analysis"), tr("Analysis"), p.analysis);
    inspector->raise();
    events->raise();
    QDockWidget* plots = addPanel(QStringLiteral("plots"), tr("Plots"), p.plots, Qt::BottomDockWidgetArea);
    QDockWidget* timeline =
        addPanel(QStringLiteral("timeline"), tr("Timeline"), p.timeline, Qt::BottomDockWidgetArea);
    splitDockWidget(plots, timeline, Qt::Vertical);
    QDockWidget* evidence =
        addPanel(QStringLiteral("evidence"), tr("Evidence"), p.evidence, Qt::BottomDockWidgetArea);
    tabifyDockWidget(plots, evidence);
    plots->hide();    // until something is plotted
    evidence->hide(); // until a flag is chosen
    QDockWidget* delta =
        addPanel(QStringLiteral("delta"), tr("Delta plot"), p.delta, Qt::BottomDockWidgetArea);
    delta->hide(); // until it is asked for
    tabifyDockWidget(plots, delta);
    setCorner(Qt::BottomLeftCorner, Qt::BottomDockWidgetArea);
    setCorner(Qt::BottomRightCorner, Qt::BottomDockWidgetArea);
    setTabPosition(Qt::AllDockWidgetAreas, QTabWidget::North);

    p.optional.push_back({columns, QStringLiteral("analyse.eventColumns"),
                          [](const model::ReplayIndex& index) { return !index.info->eventColumns.empty(); }});
    p.optional.push_back({census, QStringLiteral("analyse.census"),
                          [](const model::ReplayIndex& index) { return !index.info->census.empty(); }});
    p.optional.push_back({observer, QStringLiteral("analyse.observer"),
                          [](const model::ReplayIndex& index) { return !index.info->observer.empty(); }});
    p.optional.push_back({ghosts, QStringLiteral("compare.ghosts"), [](const model::ReplayIndex& index) {
                              return model::runnerOf(*index.info) != model::ActorId::None;
                          }});
    p.optional.push_back({analysis, QStringLiteral("analyse.findings"),
                          [](const model::ReplayIndex& index) { return !index.tables->empty(); }});
    connect(p.events, &EventsPanel::filterChanged, this,
            [this] { m_panels->timeline->setEventFilter(m_panels->events->filter()); });
    connect(p.timeline, &TimelinePanel::eventActivated, p.events, &EventsPanel::reveal);
    connect(p.inspector, &InspectorPanel::plotRequested, this, &MainWindow::plot);
    connect(p.match, &MatchPanel::eventsRequested, this, [this](const EventsBehind& figure) {
        m_panels->events->showEventsBehind(figure);
        raisePanel(QStringLiteral("events"));
    });
    connect(p.match, &MatchPanel::contextMenuRequested, this, &MainWindow::showActorMenu);
    connect(p.observer, &ObserverPanel::contextMenuRequested, this, &MainWindow::showActorMenu);
    connect(p.observer, &ObserverPanel::plotsRequested, this,
            [this](const std::vector<model::MetricRequest>& requests) {
                for (const model::MetricRequest& request : requests)
                    plot(request);
            });
    connect(p.info, &InfoPanel::diagnosticActivated, this, [this](qint64 frame) {
        if (m_session != nullptr)
            m_session->playhead().seek({.frame = frame, .fraction = 0.0});
    });
    const auto showInfo = [this] { raisePanel(QStringLiteral("info")); };
    connect(m_status, &StatusLine::diagnosticsRequested, this, showInfo);
    connect(m_area->banner(), &Banner::activated, this, showInfo);
}

void MainWindow::plot(const model::MetricRequest& request)
{
    QDockWidget* plots = dock(QStringLiteral("plots"));
    if (!plots->isVisible()) {
        plots->show();
        resizeDocks({plots}, {height() / 5}, Qt::Vertical);
    }
    m_panels->plots->addPlot(request);
}

QDockWidget* MainWindow::dock(const QString& name) const
{
    for (QDockWidget* dock : m_panels->docks) {
        if (dock->objectName() == name)
            return dock;
    }
    return nullptr;
}

/// Puts away the panels that this recording has nothing for, and brings back those it has.
void MainWindow::fitOptionalDocks()
{
    for (Panels::Optional& panel : m_panels->optional) {
        const bool used = m_session != nullptr && panel.used(*m_session->index());
        m_actions->get(panel.verb)->setEnabled(used);
        panel.dock->toggleViewAction()->setVisible(used);
        if (!m_replayShown)
            continue;
        if (used && panel.held) {
            panel.dock->show();
        } else if (!used && !panel.dock->isHidden()) {
            panel.dock->hide();
            panel.held = true;
            continue;
        }
        panel.held = panel.held && !used;
    }
    // What the recording calls it, where it has one list of that sort.
    const bool one = m_session != nullptr && m_session->info().eventColumns.size() == 1;
    const QString name = one ? shownName(m_session->info().eventColumns.front().name) : tr("Build orders");
    QDockWidget* columns = dock(QStringLiteral("event_columns"));
    columns->setWindowTitle(name);
    columns->setAccessibleName(name);
    m_panels->eventColumns->setAccessibleName(name);
}

void MainWindow::raisePanel(const QString& name)
{
    dock(name)->show();
    dock(name)->raise();
}

/// The side that the panel stands on goes on beside the timeline, to the bottom of the window: what is open
/// down there takes no height from it.
void MainWindow::reachDown(QDockWidget* dock)
{
    const Qt::DockWidgetArea side = dockWidgetArea(dock);
    if (dock->isFloating())
        return;
    if (side == Qt::LeftDockWidgetArea)
        setCorner(Qt::BottomLeftCorner, side);
    else if (side == Qt::RightDockWidgetArea)
        setCorner(Qt::BottomRightCorner, side);
}

/// The welcome page stands alone; the panels come back with the recording as they were.
void MainWindow::showReplayPage(bool replay)
{
    if (!replay && m_replayShown)
        m_docks = dockArrangement();
    m_replayShown = replay;
    m_pages->setCurrentWidget(replay ? static_cast<QWidget*>(m_area) : m_welcome);
    // Behind the recording the welcome page asks for no room.
    const auto policy = replay ? QSizePolicy::Ignored : QSizePolicy::Preferred;
    m_welcome->setSizePolicy(policy, policy);
    m_status->setVisible(replay);
    if (replay) {
        arrangeDocks(m_docks) || arrangeDocks(m_defaultDocks);
        if (m_defaultSizesDue)
            applyDefaultSizes();
        m_area->viewWidget()->setFocus();
    } else {
        for (QDockWidget* dock : m_panels->docks)
            dock->hide();
        m_welcome->refresh();
    }
}

/// F6: from the view through the panels that can be seen, and round again.
void MainWindow::focusPane(int delta)
{
    std::vector<QWidget*> panes{m_replayShown ? m_area->viewWidget() : static_cast<QWidget*>(m_welcome)};
    for (QDockWidget* dock : m_panels->docks) {
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
    if (next == m_area->viewWidget()) {
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
