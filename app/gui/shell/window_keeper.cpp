// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/gui/shell/window_keeper.h"

#include "app/gui/ghosts/ghost_set.h"
#include "app/gui/playlist/play_list_desk.h"
#include "app/gui/review/queue_view.h"
#include "app/gui/shell/layouts.h"
#include "app/gui/view/view_area.h"
#include "app/gui/view/view_ghosts.h"
#include "app/gui/view/view_snapshot.h"

#include <QDialog>
#include <QEvent>

#include <utility>

namespace ghostline::app {

namespace {

/// What a window was doing, less what its layout and its settings remember.
struct Doing
{
    QString path; ///< empty = no recording is open
    model::FrameTime at;
    std::optional<model::FrameRange> loop;
    double rate = 1.0;
    bool playing = false;
    SavedView view;
    QStringList ghosts;
    QString reviewed; ///< folder whose recordings are looked through
    PlayListDocument::Draft list;
    bool inSettings = false;
};

Doing doingOf(MainWindow& window, const ViewArea& area, const ReplaySession* session)
{
    Doing doing;
    doing.list = window.playLists().document().draft();
    if (const auto* queue = window.findChild<QueueView*>())
        doing.reviewed = queue->folder();
    const auto* settings = window.findChild<QDialog*>(QStringLiteral("settingsDialog"));
    doing.inSettings = settings != nullptr && settings->isVisible();
    if (session == nullptr)
        return doing;
    doing.path = session->path();
    doing.at = session->playhead().at();
    doing.loop = session->playhead().loop();
    doing.rate = session->playhead().rate();
    doing.playing = session->playhead().playing();
    doing.view = currentView(area, *session);
    for (const Ghost& ghost : area.ghosts().ghosts()->ghosts())
        doing.ghosts << ghost.path;
    return doing;
}

/// Once there is a picture: before it the view finds its first camera by itself.
void goOnWithView(MainWindow& window, const SavedView& view)
{
    QObject::connect(
        &window.area(), &ViewArea::firstPicture, &window,
        [&window, view] { lookAgain(view, window.area(), *window.session()); }, Qt::SingleShotConnection);
}

void goOnWithPlayback(MainWindow& window, const Doing& doing)
{
    QObject::connect(
        &window, &MainWindow::replayOpened, &window,
        [&window, loop = doing.loop, rate = doing.rate, playing = doing.playing] {
            model::Playhead& playhead = window.session()->playhead();
            playhead.setRate(rate);
            playhead.setLoop(loop);
            if (playing)
                playhead.play();
        },
        Qt::SingleShotConnection);
}

void goOn(MainWindow& window, const Doing& doing)
{
    window.playLists().document().take(doing.list);
    if (!doing.reviewed.isEmpty())
        window.openFile(doing.reviewed); // a folder of recordings is listed
    if (!doing.path.isEmpty()) {
        goOnWithView(window, doing.view);
        goOnWithPlayback(window, doing);
        window.openFile(doing.path, {.at = QStringLiteral("#%1").arg(doing.at.frame)});
    }
    if (doing.inSettings)
        window.actions().get(QStringLiteral("file.settings"))->trigger();
}

} // namespace

WindowKeeper::WindowKeeper(WindowSetup setup, QObject* parent) : QObject(parent), m_setup(std::move(setup))
{
    build();
}

WindowKeeper::~WindowKeeper() = default;

void WindowKeeper::build()
{
    m_window = std::make_unique<MainWindow>(m_setup);
    m_window->installEventFilter(this);
}

bool WindowKeeper::eventFilter(QObject* watched, QEvent* event)
{
    // Told once for each of Qt's and our own texts that go and come, and from within a dialog of the window.
    if (event->type() == QEvent::LanguageChange && watched == m_window.get() && !std::exchange(m_due, true))
        QMetaObject::invokeMethod(this, &WindowKeeper::replace, Qt::QueuedConnection);
    return QObject::eventFilter(watched, event);
}

void WindowKeeper::replace()
{
    const Doing doing = doingOf(*m_window, m_window->area(), m_window->session());
    m_setup.theme = m_window->themes().choice();
    m_setup.ghosts = doing.ghosts;
    m_window->layouts().save();
    m_window->closeReplay();
    const auto old = std::move(m_window);
    build();
    m_due = false;
    if (old->isVisible())
        m_window->show(); // before the old one goes: the program ends with its last window
    goOn(*m_window, doing);
    Q_EMIT replaced();
}

} // namespace ghostline::app
