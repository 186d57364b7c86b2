// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// The window: brings session, view, panels and verbs together. Opening, closing, layout and theme are decided
// here.
#include "app/gui/shell/actions.h"
#include "app/gui/shell/layout_store.h"
#include "app/gui/shell/replay_loader.h"
#include "app/gui/shell/replay_session.h"
#include "app/gui/shell/settings.h"
#include "app/gui/shell/theme_manager.h"
#include "model/metrics.h"
#include "render/camera.h"

#include <QMainWindow>

#include <functional>
#include <memory>

class QActionGroup;
class QDockWidget;
class QMenu;
class QStackedWidget;

namespace ghostline::app {

class EventsPanel;
class LayoutMenu;
class LoadBar;
class PerspectiveMenu;
class PlaybackController;
struct ShippedLayout;
class StatusLine;
class ViewArea;
class WelcomePage;

/// What main() found out before there is a window.
struct WindowSetup
{
    std::shared_ptr<const model::CodecRegistry> registry;
    QString noGl;                     ///< why there is no 3D; empty = there is
    QString glText;                   ///< for About
    std::optional<ThemeChoice> theme; ///< from the command line, not remembered
    model::Options options;           ///< `--option`, for every opening
    QString scenePath;
    QString samplePath; ///< empty = none installed
    QStringList ghosts; ///< race along in the first recording that is opened
};

class MainWindow : public QMainWindow
{
    Q_OBJECT
public:
    explicit MainWindow(WindowSetup setup, QWidget* parent = nullptr);
    ~MainWindow() override;

    /// `at`: where to stand once open, in the grammar of the time field.
    void openFile(const QString& path, const QString& at = {});
    void closeReplay();
    ReplaySession* session() const { return m_session.get(); }
    ReplayLoader& loader() { return *m_loader; }
    Actions& actions() { return *m_actions; }
    ViewArea& area() { return *m_area; }
    StatusLine& statusLine() { return *m_status; }
    ThemeManager& themes() { return *m_themes; }
    LoadBar& loadBar() { return *m_loadBar; }
    /// By name: cast, census, minimap, events, match, metrics, bookmarks, info, inspector, ghosts,
    /// event_columns, observer, analysis, review, timeline, plots, evidence, delta.
    QDockWidget* dock(const QString& name) const;

    /// No name = the last one.
    void saveLayout(const QString& name = {});
    /// False, and nothing changes, when none was saved or it cannot be used.
    bool restoreLayout(const QString& name = {});
    void resetLayout();
    const Settings& settings() const { return m_settings; }
    void applySettings(const Settings& settings);
    /// The whole window as a picture, the 3D view drawn into its place.
    QImage screenshot();

Q_SIGNALS:
    void replayOpened();
    void replayClosed();
    void replayFailed();

protected:
    void closeEvent(QCloseEvent* event) override;
    void dragEnterEvent(QDragEnterEvent* event) override;
    void dragLeaveEvent(QDragLeaveEvent* event) override;
    void dropEvent(QDropEvent* event) override;

private:
    struct Panels;

    void buildDocks();
    void buildGhosts();
    void buildReview();
    void makeRoomForReview();
    void makeRoomForGhosts();
    void reachDown(QDockWidget* dock);
    void buildMinimap(QDockWidget* under);
    void buildMenus();
    void bindFile();
    void bindView();
    void bindCamera();
    void showCameraMode(render::CameraMode mode);
    void namePlaces(const QStringList& names);
    void bindAnalyse();
    void connectLoader();
    QDockWidget* addPanel(const QString& name, const QString& title, QWidget* panel,
                          Qt::DockWidgetArea where);
    void attach(ReplaySession* session);
    void applyTheme(const render::Theme& theme);
    void applyDefaultSizes();
    void showReplayPage(bool replay);
    void fitOptionalDocks();
    void applyShipped(const ShippedLayout& layout);
    void bindLayouts();
    Layout currentLayout();
    QByteArray dockArrangement();
    bool arrangeDocks(const QByteArray& state);
    void raisePanel(const QString& name);
    void focusPane(int delta);
    void plot(const model::MetricRequest& request);
    void plotSpeed(model::ActorId actor);
    void plotDistance(model::ActorId actor, model::ActorId other);

    void onOpened(const std::shared_ptr<model::ReplaySource>& source, const QString& path);
    void onIndexChanged();
    void onFirstPicture();
    void applyPendingPlace();
    void showNotices();
    void remember();
    void storeThumbnail();
    void showActorMenu(model::ActorId actor, QPoint at);
    void fillRecentMenu();
    void chooseFile();
    void chooseFolder();
    void exportPicture();
    void setViewOption(bool render::ViewOptions::*member, bool on);
    void showViewOptions();
    void fitViewVerbs();
    void storeView(int number, bool everywhere);
    void recallView(int number);

    WindowSetup m_setup;
    Settings m_settings;
    ThemeManager* m_themes;
    Actions* m_actions;
    ReplayLoader* m_loader;
    PlaybackController* m_playback;
    std::unique_ptr<Panels> m_panels;
    std::unique_ptr<ReplaySession> m_session;

    QStackedWidget* m_pages;
    WelcomePage* m_welcome;
    ViewArea* m_area;
    LoadBar* m_loadBar;
    StatusLine* m_status;
    QMenu* m_recentMenu = nullptr;
    QMenu* m_placesMenu = nullptr;
    PerspectiveMenu* m_perspectives = nullptr;
    LayoutMenu* m_layouts = nullptr;
    QActionGroup* m_cameraGroup = nullptr;
    QTimer m_rateTimer;
    QTimer m_layoutTimer;

    QByteArray m_docks; ///< arrangement while the welcome page hides the docks
    QByteArray m_defaultDocks;
    bool m_replayShown = false;
    bool m_defaultSizesDue = true;
    QString m_pendingAt;
    QString m_title;
    bool m_waitingTold = false;   ///< the banner says that the recording is waited for
    bool m_sceneWasEarly = false; ///< surroundings were read before the index was whole
    QSet<int> m_noticed;          ///< kinds of notice already shown for this recording
};

} // namespace ghostline::app
