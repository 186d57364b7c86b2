// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/gui/shell/main_window.h"

#include "app/gui/commands/command_palette.h"
#include "app/gui/commands/keys_dialog.h"
#include "app/gui/ghosts/ghost_desk.h"
#include "app/gui/ghosts/ghost_set.h"
#include "app/gui/ghosts/ghosts_panel.h"
#include "app/gui/heat/heat_panel.h"
#include "app/gui/match/match_panel.h"
#include "app/gui/match/scoreboard_strip.h"
#include "app/gui/observer/observer_panel.h"
#include "app/gui/panels/cast_panel.h"
#include "app/gui/panels/events_panel.h"
#include "app/gui/panels/info_panel.h"
#include "app/gui/panels/inspector_panel.h"
#include "app/gui/panels/minimap_panel.h"
#include "app/gui/players/players_dialog.h"
#include "app/gui/playlist/play_list_desk.h"
#include "app/gui/plots/plots_panel.h"
#include "app/gui/review/evidence_panel.h"
#include "app/gui/review/review_desk.h"
#include "app/gui/review/review_panel.h"
#include "app/gui/session/moment_place.h"
#include "app/gui/settings/language.h"
#include "app/gui/shell/analyse_verbs.h"
#include "app/gui/shell/board_desk.h"
#include "app/gui/shell/camera_verbs.h"
#include "app/gui/shell/docks.h"
#include "app/gui/shell/edit_verbs.h"
#include "app/gui/shell/file_verbs.h"
#include "app/gui/shell/first_run_hints.h"
#include "app/gui/shell/frame_rate_watch.h"
#include "app/gui/shell/layout_menu.h"
#include "app/gui/shell/layouts.h"
#include "app/gui/shell/map_verbs.h"
#include "app/gui/shell/menu_bar.h"
#include "app/gui/shell/moment_verbs.h"
#include "app/gui/shell/playback_controller.h"
#include "app/gui/shell/quality_verbs.h"
#include "app/gui/shell/replay_notices.h"
#include "app/gui/shell/replay_opener.h"
#include "app/gui/shell/settings_dialog.h"
#include "app/gui/shell/status_line.h"
#include "app/gui/shell/take_away.h"
#include "app/gui/shell/view_verbs.h"
#include "app/gui/shell/watch_together.h"
#include "app/gui/shell/welcome_page.h"
#include "app/gui/timeline/timeline_panel.h"
#include "app/gui/timeline/timeline_view.h"
#include "app/gui/verbs/choice_verbs.h"
#include "app/gui/verbs/menu_keys.h"
#include "app/gui/view/ghost_cameras.h"
#include "app/gui/view/perspective_menu.h"
#include "app/gui/view/replay_views.h"
#include "app/gui/view/view_area.h"
#include "app/gui/view/view_camera.h"
#include "app/gui/view/view_ghosts.h"
#include "app/gui/view/view_strip.h"
#include "app/gui/widgets/banner.h"
#include "app/gui/widgets/csv_export.h"
#include "app/gui/widgets/dialogs.h"
#include "app/gui/widgets/load_bar.h"
#include "app/gui/widgets/plain_text_guard.h"
#include "app/gui/widgets/replay_address.h"
#include "app/gui/widgets/shortcut_guard.h"
#include "model/bytes/http_source.h"

#include <QCloseEvent>
#include <QMenuBar>
#include <QScreen>
#include <QStackedWidget>
#include <QVBoxLayout>

#include <utility>

namespace ghostline::app {

namespace {

const QSize FirstSize{1280, 800};

/// What a desktop puts above a window.
constexpr QSize TitleBar{0, 40};

constexpr ChoiceVerbs<ThemeChoice> ThemeVerbs{{
    {"view.themeSystem", ThemeChoice::System},
    {"view.themeDark", ThemeChoice::Dark},
    {"view.themeLight", ThemeChoice::Light},
}};

/// Its buttons are verbs; all of these live as long as the window.
void connectWelcome(const WelcomePage* welcome, const Actions& actions)
{
    const auto action = [&actions](const char* verb) { return actions.get(id(verb)); };
    QObject::connect(welcome, &WelcomePage::openRequested, action("file.open"), &QAction::trigger);
    QObject::connect(welcome, &WelcomePage::sampleRequested, action("file.openSample"), &QAction::trigger);
    QObject::connect(welcome, &WelcomePage::folderRequested, action("file.openFolder"), &QAction::trigger);
    QObject::connect(welcome, &WelcomePage::addressRequested, action("file.openAddress"), &QAction::trigger);
}

/// The map is told what the view shows.
void connectMinimap(MinimapPanel* map, ViewArea* area)
{
    const auto showCamera = [area, map] {
        if (!area->has3D())
            return;
        const QSizeF view = area->viewport()->size();
        map->setCamera(area->camera().pose(), view.width() / qMax(1.0, view.height()));
    };
    QObject::connect(&area->camera(), &ViewCamera::moved, map, showCamera);
    QObject::connect(&area->camera(), &ViewCamera::modeChanged, map, showCamera);
    QObject::connect(&area->views(), &ReplayViews::contentChanged, map, &MinimapPanel::setContent);
    QObject::connect(map, &MinimapPanel::lookRequested, &area->camera(), &ViewCamera::lookAt);
}

void showSettings(MainWindow* window, SettingsPage page)
{
    showSettingsDialog(window, window->settings(),
                       [window](const Settings& settings) { window->applySettings(settings); },
                       {page, window->loader().registry()});
}

MapVerbs* makeMaps(MainWindow* window, const WindowSetup& setup, QMenu* menu)
{
    MapHost host;
    host.registry = setup.registry;
    host.usual = usualScenes(window, setup);
    host.showFolders = [window] { showSettings(window, SettingsPage::Maps); };
    host.open = [window](const QString& path) { window->openFile(path); };
    host.window = window;
    return new MapVerbs(&window->actions(), &window->loader(), &window->area(), menu, std::move(host));
}

} // namespace

void setSize(QWidget& window, QSize size)
{
    window.setWindowState(window.windowState() & ~(Qt::WindowMaximized | Qt::WindowFullScreen));
    window.resize(size);
}

std::function<model::SceneChoice()> usualScenes(const MainWindow* window, const WindowSetup& setup)
{
    return [window, said = setup.scene] { return withSettings(said, window->settings()); };
}

QSize sizeFor(QSize wanted, QSize room) { return wanted.boundedTo(room - TitleBar); }

template<typename Part>
void MainWindow::keepTold(Part* part)
{
    if constexpr (requires(ReplaySession* session) { part->setSession(session); })
        connect(this, &MainWindow::sessionChanged, part, &Part::setSession);
    if constexpr (requires(const render::Theme& theme) { part->setTheme(theme); })
        connect(this, &MainWindow::themeChanged, part, &Part::setTheme);
}

MainWindow::MainWindow(WindowSetup setup, QWidget* parent)
    : QMainWindow(parent), m_setup(std::move(setup)), m_settings(loadSettings()),
      m_themes(new ThemeManager(m_setup.theme.value_or(m_settings.theme), this)),
      m_actions(new Actions(this)), m_pages(new QStackedWidget(this)),
      m_welcome(new WelcomePage(*m_setup.registry, !m_setup.samplePath.isEmpty(), this)),
      m_area(new ViewArea(m_setup.noGl, this)), m_loadBar(new LoadBar(this)), m_status(new StatusLine(this)),
      m_opener(new ReplayOpener(m_setup.registry, m_area, m_loadBar, this)),
      m_notices(new ReplayNotices(m_area->banner(), this))
{
    setObjectName(QStringLiteral("mainWindow"));
    setWindowTitle(QStringLiteral("Ghostline"));
    setAcceptDrops(true);
    setDockNestingEnabled(true);
    resize(sizeFor(FirstSize, screen()->availableSize()));
    new PlainTextGuard(this); // before any part shows a text
    buildMiddle();

    // In the order in which they are told of a session.
    const SettlingDocks settling(*this);
    keepTold(m_welcome);
    keepTold(new PlaybackController(m_actions, this));
    auto* edit = new EditVerbs(m_actions, this);
    keepTold(edit);
    keepTold(m_area);
    keepTold(m_status);
    keepTold(new FrameRateWatch(m_area, m_status));
    auto* ghosts = new GhostSet(m_setup.registry, this);
    keepTold(ghosts); // before the panels: who reads from the set must hear of a replay after it
    m_area->ghosts().setGhosts(ghosts);
    m_docks = new Docks(this, {.actions = m_actions, .ghosts = ghosts, .parent = this});
    keepTold(m_layouts = new Layouts(this, m_docks, m_area)); // before panels forget what it remembers
    keepTold(m_docks);
    buildGhosts(ghosts);
    buildReview();
    buildHeaders();
    keepTold(new BoardDesk(m_actions, m_area, m_docks, m_status, this));
    auto* files = new FileVerbs(m_actions, *m_setup.registry, m_setup.samplePath, this);
    LayoutMenu* layoutMenu = buildMenus(files);
    keepTold(new ViewVerbs(m_actions, m_area, this));
    new QualityVerbs(m_actions, m_area, {m_setup.glText, m_setup.plainOnly}, m_setup.quality, this);
    keepTold(new CameraVerbs(m_actions, m_area, this));
    m_analyse = new AnalyseVerbs(m_actions, m_docks, m_layouts, m_reviewDesk, m_area,
                                 {m_setup.registry, m_setup.options});
    keepTold(m_analyse);
    auto* players = new PlayersDialog(m_setup.registry, this);
    players->bind(m_actions);
    keepTold(players);
    connect(m_docks->panel<CastPanel>(), &CastPanel::compareRequested, players, &PlayersDialog::compare);
    m_playLists = makeTakeAway(this, m_setup, m_docks, edit, ghosts);
    m_together = new WatchTogether(this, m_setup, m_docks, m_opener);
    keepTold(m_together);
    m_moments = new MomentVerbs(this, m_opener);
    m_docks->bindVerbs();
    bindWindow(files);
    new ShortcutGuard(this, m_area->viewWidget());
    connect(files, &FileVerbs::openRequested, this, [this](const QString& path) { openFile(path); });
    connect(files, &FileVerbs::listRequested, m_reviewDesk, &ReviewDesk::openFolder);
    connectWelcome(m_welcome, *m_actions);
    connect(m_welcome, &WelcomePage::fileRequested, this, [this](const QString& path) { openFile(path); });
    connectOpener();
    connectPanels();
    connectMinimap(m_docks->panel<MinimapPanel>(), m_area);
    connect(m_themes, &ThemeManager::themeChanged, this, &MainWindow::applyTheme);

    applyTheme(m_themes->theme());
    m_area->setReducedMotion(m_settings.reducedMotion);
    m_area->changeOptions(
        [this](render::ViewOptions& options) { options.trailSeconds = m_settings.trailSeconds; });
    m_layouts->bind(*m_actions, layoutMenu);
    m_layouts->restore();
    showReplayPage(false);
}

MainWindow::~MainWindow()
{
    // Views let go of the session before it goes; the loader's threads end before what they report to.
    loader().disconnect(this);
    leaveSession();
}

// ---- building ----

void MainWindow::buildMiddle()
{
    auto* middle = new QWidget(this);
    auto* column = new QVBoxLayout(middle);
    column->setContentsMargins(0, 0, 0, 0);
    column->setSpacing(0);
    column->addWidget(m_loadBar);
    column->addWidget(m_pages, 1);
    m_pages->addWidget(m_welcome);
    m_pages->addWidget(m_area);
    setCentralWidget(middle);
    setStatusBar(m_status);
}

void MainWindow::buildGhosts(GhostSet* ghosts)
{
    GhostHost host;
    host.showPanel = [this] { m_layouts->showGhosts(); };
    host.showDelta = [this] { m_layouts->showDelta(); };
    host.open = [this](const QString& path) { openFile(path); };
    host.warn = [this](const QString& title, const QString& detail) {
        m_area->banner()->tell(Banner::Level::Warning, QStringLiteral("%1: %2").arg(title, detail));
    };
    host.registry = m_setup.registry;
    host.window = this;
    auto* desk = new GhostDesk(m_actions, ghosts, m_docks->panel<GhostsPanel>(), std::move(host),
                               m_setup.ghosts, this);
    new GhostCameras(m_actions, m_area, ghosts, this);
    keepTold(desk);
    connect(this, &MainWindow::replayOpened, desk, &GhostDesk::onReplayOpened);
}

void MainWindow::buildReview()
{
    ReviewHost host;
    host.open = [this](const QString& path) { openFile(path); };
    host.makeRoom = [this] { m_layouts->makeRoomForReview(); };
    host.raise = [this](const QString& name) { m_layouts->showReview(name); };
    host.isShown = [this](const QString& name) { return !dock(name)->visibleRegion().isEmpty(); };
    host.tell = [this](const QString& text) { m_area->banner()->tell(Banner::Level::Info, text); };
    host.registry = m_setup.registry;
    host.options = m_setup.options;
    host.look = [this] { return m_area->views().content(); };
    m_reviewDesk = new ReviewDesk(m_actions, m_docks->panel<ReviewPanel>(), m_docks->panel<EvidencePanel>(),
                                  std::move(host), this);
    keepTold(m_reviewDesk);
    connect(this, &MainWindow::replayOpened, m_reviewDesk, &ReviewDesk::onReplayOpened);
    connect(this, &MainWindow::replayClosed, m_reviewDesk, &ReviewDesk::onReplayClosed);
}

/// What stands above the picture.
void MainWindow::buildHeaders()
{
    auto* hints = new FirstRunHints(m_actions, this);
    hints->watch(m_docks->panel<TimelinePanel>()->view(), &m_area->views());
    m_area->setHeader(hints);
    keepTold(hints);
    auto* scoreboard = new ScoreboardStrip(this);
    m_area->setHeader(scoreboard);
    keepTold(scoreboard);
    connect(m_area, &ViewArea::optionsChanged, scoreboard,
            [scoreboard](const render::ViewOptions& options) { scoreboard->setWanted(options.scoreboard); });
}

LayoutMenu* MainWindow::buildMenus(FileVerbs* files)
{
    auto* perspectives = new PerspectiveMenu(m_actions->get(id("view.everyone")), this);
    auto* layouts = new LayoutMenu(this);
    QHash<QString, QMenu*> menus; // those two list what the table of verbs does not know, too
    menus[QStringLiteral("/View/Perspective")] = perspectives;
    menus[QStringLiteral("/View/Layouts")] = layouts;
    fillMenuBar(this, m_actions, files->recentMenu(), menus);
    m_maps = makeMaps(this, m_setup, menus[QStringLiteral("/View/Surroundings")]);
    keepTold(m_maps);
    QMenu* view = menus[QStringLiteral("/View")];
    QMenu* panels = new QMenu(tr("Panels"), view);
    for (QDockWidget* dock : m_docks->all())
        panels->addAction(dock->toggleViewAction());
    const QAction* trails = m_actions->get(id("view.trails"));
    connect(trails, &QAction::changed, panels,
            [trails, panels] { panels->menuAction()->setEnabled(trails->isEnabled()); });
    panels->menuAction()->setEnabled(false);
    view->insertMenu(m_actions->get(id("view.fullScreen")), panels);
    view->insertMenu(m_actions->get(id("view.nextPerspective")), perspectives);
    view->insertMenu(m_actions->get(id("view.fullScreen")), layouts);
    connect(perspectives, &PerspectiveMenu::offered, this, [this](bool any) {
        for (const char* verb : {"view.nextPerspective", "view.everyone"})
            m_actions->offer(id(verb), any,
                             m_session == nullptr
                                 ? tr("No recording is open")
                                 : tr("This recording does not tell what each player could see"));
    });
    // The window listens, not the menu: a menu drops all connections to an action that it takes out.
    m_actions->on(id("view.nextPerspective"), this, [perspectives](bool) { perspectives->next(); });
    m_actions->on(id("view.everyone"), this, [perspectives](bool) { perspectives->leave(); });
    m_area->strip()->setActions(m_actions);
    connect(m_area->strip(), &ViewStrip::perspectivesRequested, perspectives,
            [perspectives](QPoint at) { perspectives->popup(at); });
    keepTold(perspectives);
    applyShortcuts(*m_actions, loadShortcuts());
    return layouts;
}

void MainWindow::bindWindow(FileVerbs* files)
{
    m_actions->on(id("file.recent"), this, [this, recent = files->recentMenu()](bool) {
        recent->popup(mapToGlobal(QPoint(16, menuBar()->height())));
        if (!recent->actions().isEmpty())
            recent->setActiveAction(recent->actions().first());
    });
    m_actions->on(id("file.close"), this, [this](bool) { closeReplay(); });
    m_actions->on(id("file.settings"), this, [this](bool) { showSettings(this, SettingsPage::General); });
    m_actions->on(id("file.quit"), this, [this](bool) { close(); });
    auto* palette = new CommandPalette(this);
    m_actions->on(id("help.palette"), palette, [this, palette](bool) { palette->present(*menuBar()); });
    auto* menuKeys = new MenuKeys(m_actions, this);
    m_actions->on(id("view.menuBar"), menuKeys, [menuKeys](bool) { menuKeys->openFirst(); });
    connect(menuKeys, &MenuKeys::refused, m_status, [this](const QString& why) { m_status->tell(why); });
    m_actions->on(id("help.keys"), this, [this, menuKeys](bool) {
        if (raiseDialog(this, "keysDialog") != nullptr)
            return;
        auto* dialog = new KeysDialog(*m_actions, this);
        connect(dialog, &QObject::destroyed, menuKeys, &MenuKeys::assign);
        dialog->show();
    });
    m_actions->on(id("help.about"), this, [this](bool) {
        showAboutDialog(this, *m_setup.registry, m_setup.glText.isEmpty() ? m_setup.noGl : m_setup.glText);
    });
    bindChoice<ThemeChoice>(
        *m_actions, this, ThemeVerbs, [this] { return m_themes->choice(); },
        [this](ThemeChoice choice) {
            Settings settings = m_settings;
            settings.theme = choice;
            applySettings(settings);
        });
    m_actions->on(id("view.fullScreen"), this, [this](bool on) { on ? showFullScreen() : showNormal(); });
    // F6: from the view through the panels that can be seen, and round again.
    const auto focus = [this](int delta) {
        m_docks->focusNext(m_docks->shown() ? m_area->viewWidget() : m_welcome, delta);
    };
    m_actions->on(id("view.nextPane"), this, [focus](bool) { focus(1); });
    m_actions->on(id("view.previousPane"), this, [focus](bool) { focus(-1); });
}

// ---- connecting ----

void MainWindow::connectOpener()
{
    connect(&loader(), &ReplayLoader::opened, this, &MainWindow::onOpened);
    connect(&loader(), &ReplayLoader::failed, this, [this](const model::Error& error, const QString& path) {
        showErrorDialog(this, path, error);
        m_reviewDesk->expectFlag({}, 0);
        Q_EMIT replayFailed();
    });
    connect(m_opener, &ReplayOpener::closeRequested, this, &MainWindow::closeReplay);
    connect(m_area, &ViewArea::firstPicture, this, [this] { m_opener->loadScene(*m_session); });
}

void MainWindow::connectPanels()
{
    auto* events = m_docks->panel<EventsPanel>();
    auto* timeline = m_docks->panel<TimelinePanel>();
    m_docks->panel<PlotsPanel>()->attach(timeline); // one time axis, pixel for pixel
    connect(events, &EventsPanel::filterChanged, timeline,
            [events, timeline] { timeline->setEventFilter(events->filter()); });
    connect(timeline, &TimelinePanel::eventActivated, events, &EventsPanel::reveal);
    connect(m_docks->panel<InspectorPanel>(), &InspectorPanel::plotRequested, m_analyse, &AnalyseVerbs::plot);
    connect(m_docks->panel<MatchPanel>(), &MatchPanel::eventsRequested, events,
            [this, events](const EventsBehind& figure) {
                events->showEventsBehind(figure);
                m_docks->raise(id("events"));
            });
    connect(m_docks->panel<ObserverPanel>(), &ObserverPanel::plotsRequested, m_analyse,
            [this](const std::vector<model::MetricRequest>& requests) {
                for (const model::MetricRequest& request : requests)
                    m_analyse->plot(request);
            });
    auto* heat = m_docks->panel<HeatPanel>();
    heat->setRegistry(m_setup.registry);
    connect(heat, &HeatPanel::shown, m_area, &ViewArea::setHeat);
    const auto showMenu = [this](model::ActorId actor, QPoint at) { m_analyse->showActorMenu(actor, at); };
    connect(m_docks->panel<CastPanel>(), &CastPanel::eyesRequested, m_analyse, &AnalyseVerbs::seeWithEyesOf);
    connect(m_docks->panel<MatchPanel>(), &MatchPanel::contextMenuRequested, m_analyse,
            &AnalyseVerbs::showActorMenu);
    connect(m_docks->panel<ObserverPanel>(), &ObserverPanel::contextMenuRequested, m_analyse,
            &AnalyseVerbs::showActorMenu);
    connect(m_docks->panel<MinimapPanel>(), &MinimapPanel::contextMenuRequested, this, showMenu);
    connect(m_area, &ViewArea::contextMenuRequested, this, showMenu);
    connect(m_docks->panel<InfoPanel>(), &InfoPanel::diagnosticActivated, this, [this](qint64 frame) {
        if (m_session != nullptr)
            m_session->playhead().seek({.frame = frame, .fraction = 0.0});
    });
    const auto showInfo = [this] {
        m_docks->raise(id("info"));
        m_docks->panel<InfoPanel>()->showProblems();
    };
    connect(m_status, &StatusLine::diagnosticsRequested, this, showInfo);
    connect(m_notices, &ReplayNotices::detailsRequested, this, showInfo);
    connect(m_notices, &ReplayNotices::openRequested, this, [this](const QString& path) { openFile(path); });
}

// ---- opening and closing ----

ReplayLoader& MainWindow::loader() { return m_opener->loader(); }

QDockWidget* MainWindow::dock(const QString& name) const { return m_docks->dock(name); }

void MainWindow::openFile(const QString& path, const model::StartPlace& place)
{
    if (!m_moments->takes(path, place) && !m_together->takes(path) && !m_reviewDesk->takesFolder(path) &&
        !m_playLists->takes(path))
        openRecording(path, place);
}

void MainWindow::openRecording(const QString& path, const model::StartPlace& place)
{
    const QString address = wholeAddress(m_setup.registry->replayPath(path));
    if (place == model::StartPlace{} && isClipName(address))
        m_opener->setClip();
    else
        m_opener->setPlace(place);
    if (place.flag > 0)
        m_reviewDesk->expectFlag(address, place.flag);
    loader().open(address, openOptions());
}

model::OpenOptions MainWindow::openOptions() const
{
    model::OpenOptions options;
    options.codec = m_setup.options;
    return options;
}

void MainWindow::showSource(const std::shared_ptr<model::ReplaySource>& source, const QString& path)
{
    loader().cancel();
    m_opener->setPlace({});
    onOpened(source, path);
}

void MainWindow::onOpened(const std::shared_ptr<model::ReplaySource>& source, const QString& path)
{
    closeReplay(); // the old cache goes before the new one fills
    m_session = std::make_unique<ReplaySession>(source, path, m_settings.memoryBytes());
    setWindowTitle(tr("%1 — Ghostline").arg(shortName(path)));
    setWindowFilePath(model::isWebAddress(path) ? QString() : path);
    setExportSource(this, path);
    m_actions->setReplayOpen(true); // before the parts that know which verbs this replay has no use for
    Q_EMIT sessionChanged(m_session.get());
    showReplayPage(true);
    m_opener->setSession(m_session.get());
    m_notices->setSession(m_session.get());
    Q_EMIT replayOpened();
}

void MainWindow::closeReplay()
{
    m_opener->setSession(nullptr);
    if (m_session == nullptr)
        return;
    storeThumbnail(*m_area, *m_session);
    leaveSession();
    m_actions->setReplayOpen(false);
    setWindowTitle(QStringLiteral("Ghostline"));
    setWindowFilePath({});
    setExportSource(this, {});
    showReplayPage(false);
    Q_EMIT replayClosed();
}

void MainWindow::leaveSession()
{
    Q_EMIT sessionChanged(nullptr);
    m_opener->setSession(nullptr);
    m_notices->setSession(nullptr);
    m_session.reset();
}

/// The welcome page stands alone; the panels come back with the recording as they were.
void MainWindow::showReplayPage(bool replay)
{
    if (!replay)
        m_layouts->setDocksShown(false);
    m_pages->setCurrentWidget(replay ? static_cast<QWidget*>(m_area) : m_welcome);
    // Behind the recording the welcome page asks for no room.
    const auto policy = replay ? QSizePolicy::Ignored : QSizePolicy::Preferred;
    m_welcome->setSizePolicy(policy, policy);
    m_status->setVisible(replay);
    if (replay) {
        m_layouts->setDocksShown(true);
        m_area->viewWidget()->setFocus();
    } else {
        m_welcome->refresh();
    }
}

// ---- look ----

void MainWindow::applyTheme(const render::Theme& theme)
{
    // Qt hands the application's palette down only once the event loop runs; panels read their own before.
    setPalette(paletteFor(theme));
    Q_EMIT themeChanged(theme);
}

void MainWindow::applySettings(const Settings& settings)
{
    const bool otherLanguage = settings.language != m_settings.language;
    m_settings = settings;
    saveSettings(settings);
    m_themes->setChoice(settings.theme);
    m_area->setReducedMotion(settings.reducedMotion);
    m_maps->refresh();
    if (m_session != nullptr)
        m_session->playback()->reader().setBudget(settings.memoryBytes());
    m_area->changeOptions(
        [&settings](render::ViewOptions& options) { options.trailSeconds = settings.trailSeconds; });
    if (otherLanguage)
        m_together->speakWhenOver(settings.language);
}

// ---- window events ----

void MainWindow::closeEvent(QCloseEvent* event)
{
    if (!m_playLists->mayClose()) { // it asks, and closes the window after that
        event->ignore();
        return;
    }
    m_layouts->save();
    closeReplay();
    loader().cancel();
    QMainWindow::closeEvent(event);
}

void MainWindow::dragEnterEvent(QDragEnterEvent* event)
{
    if (firstAddress(event->mimeData()).isEmpty())
        return;
    event->acceptProposedAction();
    m_welcome->setDropping(true);
}

void MainWindow::dragLeaveEvent(QDragLeaveEvent* event)
{
    m_welcome->setDropping(false);
    QMainWindow::dragLeaveEvent(event);
}

void MainWindow::dropEvent(QDropEvent* event)
{
    m_welcome->setDropping(false);
    const QString path = firstAddress(event->mimeData());
    if (path.isEmpty())
        return;
    event->acceptProposedAction();
    m_maps->drop(path);
}

} // namespace ghostline::app
