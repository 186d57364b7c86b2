// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// The window: makes session, view, panels and verbs, and connects them. What each of them does is decided
// there.
#include "app/gui/session/replay_loader.h"
#include "app/gui/session/replay_session.h"
#include "app/gui/settings/quality_store.h"
#include "app/gui/settings/scene_settings.h"
#include "app/gui/settings/theme_manager.h"
#include "app/gui/verbs/actions.h"
#include "model/marks/moment_link.h"

#include <QMainWindow>

#include <functional>
#include <memory>
#include <optional>

class QDockWidget;
class QStackedWidget;

namespace ghostline::app {

class AnalyseVerbs;
class Docks;
class FileVerbs;
class GhostSet;
class LayoutMenu;
class Layouts;
class LoadBar;
class MapVerbs;
class MomentVerbs;
class PlayListDesk;
class ReplayNotices;
class ReplayOpener;
class ReviewDesk;
class StatusLine;
class ViewArea;
class WatchTogether;
class WelcomePage;

/// What main() found out before there is a window.
struct WindowSetup
{
    std::shared_ptr<const model::CodecRegistry> registry;
    QString noGl;                       ///< why there is no 3D; empty = there is
    bool plainOnly = false;             ///< no other quality of the picture than the lowest
    QString glText;                     ///< for About
    std::optional<ThemeChoice> theme;   ///< from the command line, not remembered
    std::optional<QualityWish> quality; ///< likewise
    model::Options options;             ///< `--option`, for every opening
    /// From the command line.
    model::SceneChoice scene{.path = {}, .folders = {}, .radius = RadiusOfSettings};
    QString samplePath; ///< empty = none installed
    QStringList ghosts; ///< race along in the first recording that is opened
};

/// `window` in this size, whatever it was when it was closed last.
void setSize(QWidget& window, QSize size);
/// The size of a window that is to be `wanted` large, on a screen that leaves it so much room.
QSize sizeFor(QSize wanted, QSize room);

class MainWindow;
/// Which maps are wanted where none was chosen by hand: as the settings say when it is asked. The window
/// outlives it.
std::function<model::SceneChoice()> usualScenes(const MainWindow* window, const WindowSetup& setup);

class MainWindow : public QMainWindow
{
    Q_OBJECT
public:
    explicit MainWindow(WindowSetup setup, QWidget* parent = nullptr);
    ~MainWindow() override;

    /// A recording, or whatever else an argument or a drop may be: a folder, a play list, a link.
    void openFile(const QString& path, const model::StartPlace& place = {});
    /// Nothing but a recording.
    void openRecording(const QString& path, const model::StartPlace& place = {});
    /// Shows a recording that was opened with openOptions(), in the place of the one that is open.
    void showSource(const std::shared_ptr<model::ReplaySource>& source, const QString& path);
    /// For whatever is opened in this window.
    model::OpenOptions openOptions() const;
    void closeReplay();
    ReplaySession* session() const { return m_session.get(); }
    ReplayLoader& loader();
    Actions& actions() { return *m_actions; }
    ViewArea& area() { return *m_area; }
    StatusLine& statusLine() { return *m_status; }
    ThemeManager& themes() { return *m_themes; }
    Layouts& layouts() { return *m_layouts; }
    PlayListDesk& playLists() { return *m_playLists; }
    WatchTogether& together() { return *m_together; }
    /// By its name in the table of panels.
    QDockWidget* dock(const QString& name) const;
    const Settings& settings() const { return m_settings; }
    void applySettings(const Settings& settings);

Q_SIGNALS:
    void replayOpened();
    void replayClosed();
    void replayFailed();
    /// null = no replay open.
    void sessionChanged(ghostline::app::ReplaySession* session);
    void themeChanged(const ghostline::render::Theme& theme);

protected:
    void closeEvent(QCloseEvent* event) override;
    void dragEnterEvent(QDragEnterEvent* event) override;
    void dragLeaveEvent(QDragLeaveEvent* event) override;
    void dropEvent(QDropEvent* event) override;

private:
    void buildMiddle();
    void buildGhosts(GhostSet* ghosts);
    void buildReview();
    void buildHeaders();
    LayoutMenu* buildMenus(FileVerbs* files);
    void bindWindow(FileVerbs* files);
    void connectOpener();
    void connectPanels();
    /// It is told of every session and of every theme from now on.
    template<typename Part>
    void keepTold(Part* part);
    void applyTheme(const render::Theme& theme);
    void showReplayPage(bool replay);
    void onOpened(const std::shared_ptr<model::ReplaySource>& source, const QString& path);
    void leaveSession();

    WindowSetup m_setup;
    Settings m_settings;
    ThemeManager* m_themes;
    Actions* m_actions;
    std::unique_ptr<ReplaySession> m_session;
    QStackedWidget* m_pages;
    WelcomePage* m_welcome;
    ViewArea* m_area;
    LoadBar* m_loadBar;
    StatusLine* m_status;
    ReplayOpener* m_opener;
    ReplayNotices* m_notices;
    Docks* m_docks = nullptr;
    Layouts* m_layouts = nullptr;
    ReviewDesk* m_reviewDesk = nullptr;
    AnalyseVerbs* m_analyse = nullptr;
    PlayListDesk* m_playLists = nullptr;
    WatchTogether* m_together = nullptr;
    MapVerbs* m_maps = nullptr;
    MomentVerbs* m_moments = nullptr;
};

} // namespace ghostline::app
