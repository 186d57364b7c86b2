// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// The middle of the window: 3D view (or the flat map without OpenGL), notices above it, the strip below it.
// With ghosts there may be two views side by side: the cameras that can be chosen are those of the left one,
// the right one keeps to its ghost.
#include "app/gui/shell/replay_session.h"
#include "app/gui/shell/trail_builder.h"
#include "render/top_down_widget.h"
#include "render/viewport.h"

#include <QPointer>
#include <QWidget>

namespace ghostline::app {

class Banner;
class GhostSet;
class ReplayViews;
class ViewStrip;

class ViewArea : public QWidget
{
    Q_OBJECT
public:
    /// `noGl`: why there is no 3D, empty = there is.
    explicit ViewArea(const QString& noGl, QWidget* parent = nullptr);
    ~ViewArea() override;

    void setSession(ReplaySession* session);
    /// Whose figures and trails the view shows; not owned, null = none.
    void setGhosts(GhostSet* ghosts);
    GhostSet* ghosts() const;
    void setTheme(const render::Theme& theme);
    void setScene(const model::SceneDescription& scene);
    void setOptions(const render::ViewOptions& options);
    const render::ViewOptions& options() const { return m_options; }
    void setReducedMotion(bool on);

    void setCameraMode(render::CameraMode mode);
    /// The same as the user's wish: who is selected is looked at, also where somebody else was followed.
    void wishCameraMode(render::CameraMode mode);
    render::CameraMode cameraMode() const { return m_mode; }
    /// Names of the scene's own cameras; empty until it is loaded.
    const QStringList& sceneCameras() const { return m_sceneCameras; }
    void setSceneCamera(int place);
    int sceneCamera() const { return m_mode == render::CameraMode::Scene ? m_place : -1; }
    /// By the word of a mode or the name of one of the scene's cameras. False: there is none of that name; if
    /// the surroundings are still to come, it is taken up with them.
    bool chooseCamera(const QString& name);
    /// Follows what the play is about, if the recording says what that is.
    bool followPlay();
    /// The camera behind the runner that ghosts are compared with.
    void followRunner();
    /// The camera behind a ghost, by Ghost::id; false, and nothing happens, where there is none of that id.
    bool followGhost(int id);
    /// Keeps the runner and a ghost in the picture together.
    bool frameBoth(int id);
    /// Shows two views side by side: the runner at the left, a ghost at the right. That ends where nobody is
    /// followed any more, and without ghosts.
    bool split(int id);
    void endSplit();
    bool isSplit() const { return m_shot == GhostShot::Split; }
    /// The ghost that comes after the followed one among those that are shown, 0 = none is shown.
    int nextGhost() const;
    /// The ghost of followGhost(), frameBoth() or split() as long as that holds, 0 = none.
    int followedGhost() const { return m_followedGhost; }
    bool framesBoth() const { return m_shot == GhostShot::Both; }
    /// Puts a place on the ground into the middle of the view.
    void lookAt(const glm::dvec3& place);
    /// Brings a place with so many metres round it into view, unless the camera follows somebody.
    void showPlace(const glm::dvec3& place, double radius);
    render::CameraPose cameraPose() const;
    void setCameraPose(const render::CameraPose& pose);
    void fitAll();
    void fitSelection();

    bool has3D() const { return m_viewport != nullptr; }
    /// The left one of two.
    render::Viewport* viewport() const { return m_viewport; }
    render::TopDownWidget* flatMap() const { return m_map; }
    ReplayViews& views() const { return *m_views; }
    /// What the keyboard should reach for the view; all of it that is captured.
    QWidget* viewWidget() const;
    Banner* banner() const { return m_banner; }
    ViewStrip* strip() const { return m_strip; }
    /// Puts a strip above the view, which owns it from then on.
    void setHeader(QWidget* header);
    QImage capture(QSize pixels) const;
    double framesPerSecond() const;

Q_SIGNALS:
    void cameraModeChanged(ghostline::render::CameraMode mode);
    void sceneCamerasChanged(const QStringList& names);
    void cameraNotFound(const QString& name); ///< chosen before, and the surroundings have none of that name
    void sceneChanged(const ghostline::model::SceneDescription& scene);
    void trailsShown(const std::vector<ghostline::render::Trail>& trails);
    void ghostTrailsShown(const std::vector<ghostline::render::Trail>& trails);
    void followedGhostChanged();
    void cameraMoved(); ///< cameraPose() is another
    void contextMenuRequested(ghostline::model::ActorId actor, QPoint globalPos);
    void optionsChanged(const ghostline::render::ViewOptions& options);
    void firstPicture(); ///< the view shows this session for the first time

private:
    /// What ghosts change about who is looked at.
    enum class GhostShot { None, Follow, Both, Split };

    void tellFirstPicture();
    void connectSession();
    void passIndex();
    void connectView();
    void showState();
    void followPrincipal();
    void showTrails();
    void showGhosts();
    void showGhostTrails();
    void onGhostsChanged();
    void attendTo(int ghost, GhostShot shot);
    void openSecond();
    void passMode(render::CameraMode mode);
    void showHeadings();
    /// Not a ghost: the camera, or the left one of two, attends to an actor of this recording, if to any.
    bool keepsToActors() const { return m_shot == GhostShot::None || m_shot == GhostShot::Split; }
    /// Somebody whom the camera can be attached to.
    bool attends() const;
    void onClicked(model::ActorId actor);
    void onDoubleClicked(model::ActorId actor);
    void onHovered(model::ActorId actor, QPoint globalPos);
    void onFollowed();
    void onPerspective();
    void applyPolicy();
    void connectCamera();
    void showMode(render::CameraMode mode);
    model::ActorId somebody() const;
    QString hoverText(model::ActorId actor) const;

    QPointer<ReplaySession> m_session;
    QPointer<GhostSet> m_ghosts;
    int m_followedGhost = 0;
    GhostShot m_shot = GhostShot::None;
    ReplayViews* m_views;
    render::Viewport* m_viewport; ///< of the first view, null without OpenGL
    render::TopDownWidget* m_map; ///< of the first view, null with it
    Banner* m_noGl = nullptr;     ///< why there is no 3D
    Banner* m_banner;
    ViewStrip* m_strip;
    render::Theme m_theme;
    render::ViewOptions m_options;
    render::CameraMode m_mode = render::CameraMode::Orbit;
    QStringList m_sceneCameras;
    QString m_wantedCamera; ///< asked for before the scene was there
    int m_place = -1;       ///< which of the scene's cameras
    TrailBuilder m_trails;
    QTimer m_trailTimer;
    bool m_fitPending = false;
    bool m_stagePending = false; ///< the surroundings have not been seen yet
    bool m_firstPending = false;
};

} // namespace ghostline::app
