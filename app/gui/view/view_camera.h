// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// The cameras of the view: its modes, the scene's own ones, whom they follow. With two views side by side
// those that can be chosen are of the left one, the right one keeps to its ghost.
#include "app/gui/session/replay_session.h"
#include "app/gui/view/camera_words.h"
#include "render/view/viewport.h"

#include <QPointer>

#include <optional>

namespace ghostline::app {

class ReplayViews;
class ViewStrip;

/// What ghosts change about who is looked at.
enum class GhostShot { None, Follow, Both, Split };

class ViewCamera : public QObject
{
    Q_OBJECT
public:
    /// Views and strip outlive it.
    ViewCamera(ReplayViews* views, ViewStrip* strip, QObject* parent);

    void setSession(ReplaySession* session);
    /// The views have these surroundings now.
    void setScene(const model::SceneDescription& scene);
    /// The first state of a session is there.
    void showFirst();

    /// Path needs a path: without one nothing changes but that pathMissing() is told.
    void setMode(render::CameraMode mode);
    /// The same as the user asks for it: who is selected is looked at, also where somebody else was followed.
    void requestMode(render::CameraMode mode);
    render::CameraMode mode() const { return m_mode; }
    /// Somebody set key points, from one to the next of which CameraMode::Path goes.
    bool hasPath() const;
    /// The key points are others now.
    void pathChanged();
    /// Names of the scene's own cameras; empty until it is loaded.
    const QStringList& sceneCameras() const { return m_sceneCameras; }
    void setSceneCamera(int number);
    int sceneCamera() const { return m_mode == render::CameraMode::Scene ? m_sceneCamera : -1; }
    /// By the word of a mode, of one with whom it keeps to ("follow:hero"), of a place or a pose (see
    /// camera_words.h), or the name of one of the scene's cameras. False: there is none of that name; if the
    /// surroundings or the rest of the cast are still to come, it is taken up with them.
    bool choose(const QString& name);
    /// The same; notFound() as soon as it is certain that there is none.
    void require(const QString& name);
    /// As choose(), but nothing is waited for: what is not there yet was asked for in vain.
    bool chooseNow(const QString& name);
    /// The session knows more than before: who is waited for may be there.
    void indexChanged();
    /// Follows what the play is about, if the recording says what that is.
    bool followPlay();
    /// The session follows this one now, None = nobody.
    void follow(model::ActorId actor);
    /// A ghost is attended to, or none any more.
    void setGhostShot(GhostShot shot) { m_shot = shot; }
    /// Puts a place on the ground into the middle of the view, as the user asks for it.
    void lookAt(const glm::dvec3& place);
    /// Brings a place with so many metres round it into view, unless the camera follows somebody.
    void showPlace(const glm::dvec3& place, double radius);
    render::CameraPose pose() const;
    void setPose(const render::CameraPose& pose);
    /// The same at once: somebody else moves the camera, and tells where it is again and again.
    void showPose(const render::CameraPose& pose);
    /// How the camera stands to whom it keeps behind; nothing in other modes.
    std::optional<render::FollowTurn> turn() const;
    void showTurn(const render::FollowTurn& turn);
    void fitAll();
    void fitSelection();
    /// How the picture is looked at, for choose(), so that it is seen so again. Empty = it cannot be said.
    QString word() const;

Q_SIGNALS:
    void modeChanged(ghostline::render::CameraMode mode);
    void sceneCamerasChanged(const QStringList& names);
    void notFound(const QString& name); ///< chosen before, and there is neither camera nor actor of that name
    void pathMissing();                 ///< CameraMode::Path was wanted, and there are no key points
    void savedViewWanted(int number);   ///< was chosen: layers and selection are not a camera's to change
    void moved();                       ///< pose() is another
    /// By hand, or by a verb: the camera shall look elsewhere. Told by whoever lets the user do that.
    void movedByUser();

private:
    render::Viewport* viewport() const; ///< null without OpenGL
    void passMode(render::CameraMode mode);
    void showMode(render::CameraMode mode);
    bool chooseShot(const NamedShot& shot);
    void openOn(const model::SceneDescription& scene);
    void goTo(render::CameraMode mode);
    /// Somebody looks where he wants: what was to come by itself does not come any more.
    void chosen() { m_stagePending = m_bySight = false; }
    /// Not a ghost: the camera, or the left one of two, attends to an actor of this recording, if to any.
    bool keepsToActors() const { return m_shot == GhostShot::None || m_shot == GhostShot::Split; }
    /// There is somebody whom the camera can be attached to.
    bool attends() const;
    model::ActorId somebody() const;

    ReplayViews* m_views;
    ViewStrip* m_strip;
    QPointer<ReplaySession> m_session;
    GhostShot m_shot = GhostShot::None;
    render::CameraMode m_mode = render::CameraMode::Orbit;
    QStringList m_sceneCameras;
    QString m_pendingCamera; ///< asked for before the scene, or the actor, was there
    int m_sceneCamera = -1;
    bool m_fitPending = false;
    bool m_stagePending = false; ///< the surroundings have not been seen yet, and nobody looked elsewhere
    bool m_opening = false;      ///< what is chosen just now nobody chose
    bool m_bySight = false;      ///< the mode is that of a first sight
};

} // namespace ghostline::app
