// SPDX-License-Identifier: GPL-3.0-or-later
// Opening and closing, and what the window says about it. Docks and menus are built in their own files.
#include "app/gui/shell/main_window.h"

#include "app/gui/review/review_desk.h"
#include "app/gui/shell/banner.h"
#include "app/gui/shell/dialogs.h"
#include "app/gui/shell/language.h"
#include "app/gui/shell/load_bar.h"
#include "app/gui/shell/main_window_panels.h"
#include "app/gui/shell/perspective_menu.h"
#include "app/gui/shell/playback_controller.h"
#include "app/gui/shell/replay_address.h"
#include "app/gui/shell/shortcut_guard.h"
#include "app/gui/shell/status_line.h"
#include "app/gui/shell/view_area.h"
#include "app/gui/shell/welcome_page.h"
#include "model/http_source.h"
#include "model/time_text.h"

#include <QAction>
#include <QCloseEvent>
#include <QDir>
#include <QFileInfo>
#include <QLocale>
#include <QPainter>
#include <QStackedWidget>
#include <QVBoxLayout>

#include <utility>

namespace ghostline::app {

namespace {

constexpr int RateIntervalMs = 500;
constexpr QSize ThumbnailPixels{224, 126};
const QSize FirstSize{1280, 800};

} // namespace

MainWindow::MainWindow(WindowSetup setup, QWidget* parent)
    : QMainWindow(parent), m_setup(std::move(setup)), m_settings(loadSettings()),
      m_themes(new ThemeManager(m_setup.theme.value_or(m_settings.theme), this)),
      m_actions(new Actions(this)), m_loader(new ReplayLoader(m_setup.registry, this)),
      m_playback(new PlaybackController(m_actions, this)), m_panels(std::make_unique<Panels>()),
      m_pages(new QStackedWidget(this)),
      m_welcome(new WelcomePage(*m_setup.registry, !m_setup.samplePath.isEmpty(), this)),
      m_area(new ViewArea(m_setup.noGl, this)), m_loadBar(new LoadBar(this)), m_status(new StatusLine(this))
{
    setObjectName(QStringLiteral("mainWindow"));
    setWindowTitle(QStringLiteral("Ghostline"));
    setAcceptDrops(true);
    setDockNestingEnabled(true);
    resize(FirstSize);

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

    const SettlingDocks settling(*this);
    buildDocks();
    buildMenus();
    connectLoader();
    new ShortcutGuard(this, m_area->viewWidget());

    connect(m_themes, &ThemeManager::themeChanged, this, &MainWindow::applyTheme);
    connect(m_welcome, &WelcomePage::openRequested, this, &MainWindow::chooseFile);
    connect(m_welcome, &WelcomePage::sampleRequested, this, [this] { openFile(m_setup.samplePath); });
    connect(m_welcome, &WelcomePage::folderRequested, this, &MainWindow::chooseFolder);
    connect(m_welcome, &WelcomePage::addressRequested, m_actions->get(QStringLiteral("file.openAddress")),
            &QAction::trigger);
    connect(m_welcome, &WelcomePage::fileRequested, this, [this](const QString& path) { openFile(path); });
    connect(m_area, &ViewArea::firstPicture, this, &MainWindow::onFirstPicture);
    connect(m_area, &ViewArea::contextMenuRequested, this, &MainWindow::showActorMenu);
    m_rateTimer.setInterval(RateIntervalMs);
    connect(&m_rateTimer, &QTimer::timeout, this, [this] {
        const bool playing = m_session != nullptr && m_session->playhead().playing();
        m_status->setFrameRate(playing ? m_area->framesPerSecond() : 0.0);
    });

    applyTheme(m_themes->theme());
    m_area->setReducedMotion(m_settings.reducedMotion);
    m_defaultDocks = saveState(Layout::SchemaVersion);
    restoreLayout();
    showReplayPage(false);
    showViewOptions();
}

MainWindow::~MainWindow()
{
    // Views let go of the session before it goes; the loader's threads end before what they report to.
    m_loader->disconnect(this);
    attach(nullptr);
    m_session.reset();
}

// ---- opening ----

void MainWindow::connectLoader()
{
    connect(m_loader, &ReplayLoader::started, this,
            [this](const QString& path) { m_loadBar->begin(tr("Opening %1").arg(shortName(path))); });
    connect(m_loader, &ReplayLoader::progressed, m_loadBar, &LoadBar::setProgress);
    connect(m_loader, &ReplayLoader::cancelled, this, [this] { m_loadBar->done(); });
    connect(m_loader, &ReplayLoader::opened, this, &MainWindow::onOpened);
    connect(m_loader, &ReplayLoader::failed, this, [this](const model::Error& error, const QString& path) {
        m_loadBar->done();
        showErrorDialog(this, path, error);
        Q_EMIT replayFailed();
    });
    connect(m_loader, &ReplayLoader::sceneLoaded, m_area, &ViewArea::setScene);
    connect(m_loader, &ReplayLoader::sceneFailed, this, [this](const model::Error& error) {
        model::SceneDescription none;
        none.note = tr("No surroundings: %1").arg(error.message);
        m_area->setScene(none);
    });
    // During indexing the recording is already shown: cancelling then closes it.
    connect(m_loadBar, &LoadBar::cancelled, this, [this] {
        if (m_loader->busy())
            m_loader->cancel();
        else
            closeReplay();
    });
}

void MainWindow::openFile(const QString& path, const QString& at)
{
    if (m_panels->desk->takesFolder(path))
        return;
    m_pendingAt = at;
    OpenRequest request;
    request.path = wholeAddress(m_setup.registry->replayPath(path));
    request.options = m_setup.options;
    request.scenePath = m_setup.scenePath;
    request.sceneFolders = m_settings.sceneFolders;
    m_loader->open(request);
}

void MainWindow::onOpened(const std::shared_ptr<model::ReplaySource>& source, const QString& path)
{
    const QString at = m_pendingAt;
    closeReplay(); // the old cache goes before the new one fills
    m_pendingAt = at;
    m_session = std::make_unique<ReplaySession>(source, path, m_settings.memoryBytes());
    m_title = shortName(path);
    setWindowTitle(tr("%1 — Ghostline").arg(m_title));
    setWindowFilePath(model::isWebAddress(path) ? QString() : path);
    m_noticed.clear();
    m_sceneWasEarly = false;
    connect(m_session.get(), &ReplaySession::waiting, this, [this](const QString& why) {
        m_area->banner()->tell(Banner::Level::Warning,
                               tr("Waiting for the recording; it is asked for again every few seconds"));
        m_area->banner()->setToolTip(why);
        m_waitingTold = true;
    });
    connect(m_session.get(), &ReplaySession::recovered, this, [this] {
        if (std::exchange(m_waitingTold, false))
            m_area->banner()->hide();
    });
    m_actions->setReplayOpen(true); // before the parts that know which verbs this replay has no use for
    attach(m_session.get());
    connect(m_session.get(), &ReplaySession::indexChanged, this, &MainWindow::onIndexChanged);
    connect(m_session.get(), &ReplaySession::problem, this,
            [this](const QString& title, const QString& detail) {
                m_waitingTold = false;
                m_area->banner()->tell(Banner::Level::Warning, QStringLiteral("%1: %2").arg(title, detail));
            });
    showReplayPage(true);
    m_rateTimer.start();
    onIndexChanged();
    Q_EMIT replayOpened();
}

void MainWindow::closeReplay()
{
    m_loader->forgetScene();
    m_loadBar->done();
    m_pendingAt.clear();
    if (m_session == nullptr)
        return;
    storeThumbnail();
    attach(nullptr);
    m_session.reset();
    m_rateTimer.stop();
    m_status->setFrameRate(0.0);
    m_actions->setReplayOpen(false);
    setWindowTitle(QStringLiteral("Ghostline"));
    setWindowFilePath({});
    showReplayPage(false);
    Q_EMIT replayClosed();
}

void MainWindow::attach(ReplaySession* session)
{
    m_playback->setSession(session);
    m_area->setSession(session);
    m_status->setSession(session);
    m_perspectives->setSession(session);
    for (const auto& setSession : m_panels->setSession)
        setSession(session);
}

void MainWindow::onIndexChanged()
{
    const model::ReplayIndex& index = *m_session->index();
    if (index.complete) {
        m_loadBar->done();
        remember();
        if (m_sceneWasEarly) {
            m_sceneWasEarly = false;
            m_loader->loadScene(m_session->source());
        }
    } else {
        m_loadBar->begin(tr("Reading %1").arg(m_title));
        m_loadBar->setProgress(index.progress);
    }
    fitOptionalDocks();
    fitViewVerbs();
    applyPendingPlace();
    showNotices();
}

void MainWindow::applyPendingPlace()
{
    if (m_pendingAt.isEmpty() || m_session->index()->frames() == 0)
        return;
    const auto place = model::parseTime(m_pendingAt, m_session->index()->timeAxis, {});
    if (!place) {
        m_area->banner()->tell(Banner::Level::Warning, place.error().message);
        m_pendingAt.clear();
        return;
    }
    m_session->playhead().seek(*place);
    // Beyond what is indexed so far the place was clamped: try again when the index is whole.
    if (!m_session->index()->complete)
        return;
    if (model::isBehindEnd(m_pendingAt, m_session->index()->timeAxis))
        m_area->banner()->tell(Banner::Level::Info,
                               tr("%1 lies behind the end: this is the last frame").arg(m_pendingAt));
    m_pendingAt.clear();
}

void MainWindow::onFirstPicture()
{
    m_sceneWasEarly = !m_session->index()->complete;
    m_loader->loadScene(m_session->source());
}

/// What is lost, where and why; or what could not be understood.
void MainWindow::showNotices()
{
    enum Notice { Damage, Newer, Empty };
    const model::ReplayIndex& index = *m_session->index();
    if (index.growing && index.frames() == 0) {
        m_noticed.insert(Empty);
        m_area->banner()->tell(Banner::Level::Info, tr("Waiting for the first part of the recording"));
        return;
    }
    if (m_noticed.remove(Empty))
        m_area->banner()->hide();
    const QLocale locale;
    if (index.lostData() && !m_noticed.contains(Damage) && index.complete) {
        m_noticed.insert(Damage);
        const auto worst = std::find_if(index.diagnostics.begin(), index.diagnostics.end(),
                                        [](const auto& d) { return d.severity == model::Severity::Error; });
        QString text = tr("This recording is damaged");
        if (worst != index.diagnostics.end()) {
            text += QStringLiteral(": %1").arg(worst->message);
            // Readers often name the place themselves.
            const bool placed =
                worst->where.offset && worst->message.contains(QString::number(*worst->where.offset));
            if (const QString place = placeText(worst->where); !placed && !place.isEmpty())
                text += QStringLiteral(" (%1)").arg(place);
        }
        model::FrameNumber frames = 0;
        for (const model::LostSpan& span : index.lost)
            frames += span.frames.count();
        if (frames > 0)
            text += tr(". Lost: %1 of %2 frames, hatched on the timeline")
                        .arg(locale.toString(frames), locale.toString(index.frames()));
        m_area->banner()->tell(Banner::Level::Error, text, tr("Details"));
        return;
    }
    for (const model::Diagnostic& d : index.diagnostics) {
        if (d.severity == model::Severity::Warning && d.code.contains(QLatin1String("version")) &&
            !m_noticed.contains(Newer)) {
            m_noticed.insert(Newer);
            m_area->banner()->tell(Banner::Level::Warning, d.message, tr("Details"));
        }
    }
}

void MainWindow::remember()
{
    rememberRecent({withoutPassword(m_session->path()), m_session->info().formatName,
                    m_session->index()->timeAxis.duration(), QDateTime::currentDateTimeUtc()});
}

void MainWindow::storeThumbnail()
{
    const bool drawn = m_area->has3D() ? m_area->viewport()->isReady() : true;
    if (!drawn || m_session->state().size() == 0)
        return;
    const QString path = thumbnailPath(m_session->path());
    if (QDir().mkpath(QFileInfo(path).absolutePath()))
        // A missing thumbnail is no loss worth a message. Drawn larger, as names are as large in every
        // picture.
        (void)savePicture(m_area->capture(ThumbnailPixels * 3)
                              .scaled(ThumbnailPixels, Qt::IgnoreAspectRatio, Qt::SmoothTransformation),
                          path);
}

// ---- look ----

void MainWindow::applyTheme(const render::Theme& theme)
{
    // Qt hands the application's palette down only once the event loop runs; panels read their own before.
    setPalette(paletteFor(theme));
    m_welcome->setTheme(theme);
    m_area->setTheme(theme);
    for (const auto& setTheme : m_panels->setTheme)
        setTheme(theme);
}

void MainWindow::applySettings(const Settings& settings)
{
    const bool otherLanguage = settings.language != m_settings.language;
    m_settings = settings;
    saveSettings(settings);
    m_themes->setChoice(settings.theme);
    m_area->setReducedMotion(settings.reducedMotion);
    if (m_session != nullptr)
        m_session->reader().setBudget(settings.memoryBytes());
    render::ViewOptions options = m_area->options();
    options.trailSeconds = settings.trailSeconds;
    m_area->setOptions(options);
    if (otherLanguage)
        speak(settings.language);
}

QImage MainWindow::screenshot()
{
    QImage image = grab().toImage();
    QWidget* view = m_area->viewWidget();
    if (m_replayShown && m_area->has3D() && view->isVisible()) {
        const qreal ratio = image.devicePixelRatio();
        QPainter painter(&image);
        const QImage picture = m_area->capture((QSizeF(view->size()) * ratio).toSize());
        painter.drawImage(QRect(view->mapTo(this, QPoint(0, 0)), view->size()), picture);
    }
    return image;
}

// ---- window events ----

void MainWindow::closeEvent(QCloseEvent* event)
{
    saveLayout();
    closeReplay();
    m_loader->cancel();
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
    openFile(path);
}

} // namespace ghostline::app
