// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// The 3D view: world state in, picture out. The one class the rest of the program knows of the renderer,
// because Qt 3D is in maintenance and may be replaced behind it. UI thread only.
#include "model/base/error.h"
#include "render/base/view_content.h"
#include "render/camera/camera.h"

#include <QImage>
#include <QPoint>
#include <QSet>
#include <QWindow>

#include <functional>
#include <memory>

namespace ghostline::render {

struct GlInfo
{
    QString vendor;
    QString renderer;
    QString version;
    bool samples = true; ///< it has textures of several samples, without which Quality::Low is all there is
};

/// Everything the view draws, independent of window or off-screen. Implemented over Qt 3D.
class Viewport : public QWindow
{
    Q_OBJECT
public:
    explicit Viewport(QWindow* parent = nullptr);
    ~Viewport() override;

    /// Schedules a frame that shows what has changed, and returns that.
    ViewChanges setContent(const ViewContent& content);
    const ViewContent& content() const;

    CameraController& camera();
    void setCameraMode(CameraMode mode);
    /// Looks from one of the scene's own cameras, by its place in SceneDescription::cameras.
    void setSceneCamera(int number);
    int sceneCamera() const; ///< -1 = none was chosen
    /// How the director gets the state at an event.
    void setStateOf(std::function<bool(const model::Event&, model::WorldState&)> stateOf);
    void setFollowed(model::ActorId actor); ///< None = nobody
    model::ActorId followed() const;
    /// Follows a ghost, by its GhostFigure::id, instead of the followed actor; `both` = keeps the two of them
    /// in view. 0 = no ghost.
    void setFollowedGhost(int ghost, bool both = false);
    int followedGhost() const;
    /// Sees through a recorded camera: to be followed in CameraMode::FirstPerson.
    bool seesWithCamera(model::ActorId actor) const;
    void fitAll();
    /// The whole of a stage from the side it is watched from, in CameraMode::TopDown from above; for the
    /// first look at a recording.
    void fitStage(const model::SceneDescription& scene);
    void fitSelection();
    /// Where a place of the recording is in the picture: on the ground where the recording tells no heights.
    glm::dvec3 shownPlace(const glm::dvec3& recorded) const;
    /// Puts a place of the recording into the middle, with so many metres round it in view; keeps the
    /// direction of the look.
    void lookAt(const glm::dvec3& place, double radius);
    void setReducedMotion(bool on);

    /// Actor under a logical pixel, None when there is none. CPU picking.
    model::ActorId pick(QPointF pixel) const;
    /// Draws off screen at any size, with 4x antialiasing. Waits at most a few frames; null image on failure.
    QImage capture(QSize pixels);
    /// Frames really drawn in the last second.
    double framesPerSecond() const;
    bool isReady() const; ///< the first complete picture was drawn

Q_SIGNALS:
    void clicked(ghostline::model::ActorId actor, Qt::KeyboardModifiers modifiers);
    void doubleClicked(ghostline::model::ActorId actor);
    void hovered(ghostline::model::ActorId actor, QPoint globalPos);
    void contextMenuRequested(ghostline::model::ActorId actor, QPoint globalPos);
    void cameraChanged();
    void cameraHandled(); ///< the user moved it: mouse, wheel, flying keys
    /// User input ended a mode that moves by itself.
    void cameraModeLeft(ghostline::render::CameraMode mode);
    void frameDrawn(double milliseconds);
    void ready();

protected:
    bool event(QEvent* event) override;
    void exposeEvent(QExposeEvent* event) override;
    void resizeEvent(QResizeEvent* event) override;
    void mousePressEvent(QMouseEvent* event) override;
    void mouseMoveEvent(QMouseEvent* event) override;
    void mouseReleaseEvent(QMouseEvent* event) override;
    void mouseDoubleClickEvent(QMouseEvent* event) override;
    void wheelEvent(QWheelEvent* event) override;
    void keyPressEvent(QKeyEvent* event) override;
    void keyReleaseEvent(QKeyEvent* event) override;

private:
    struct Private;
    std::unique_ptr<Private> d;
};

} // namespace ghostline::render
