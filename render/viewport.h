// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// The 3D view: world state in, picture out. The one class the rest of the program knows of the renderer,
// because Qt 3D is in maintenance and may be replaced behind it. UI thread only.
#include "model/error.h"
#include "model/replay_index.h"
#include "model/scene_description.h"
#include "model/world_state.h"
#include "model/zone.h"
#include "render/camera.h"
#include "render/ghost_figure.h"
#include "render/theme.h"
#include "render/view_options.h"

#include <QImage>
#include <QPoint>
#include <QSet>
#include <QWindow>

#include <functional>
#include <memory>
#include <span>

namespace ghostline::render {

struct GlInfo
{
    QString vendor;
    QString renderer;
    QString version;
};

/// Tries to make a GL 3.3 core context current. Call before any Viewport; on failure use TopDownWidget
/// instead.
model::Result<GlInfo> probeGl();

/// Must be called first thing in main(), before QApplication.
void prepareGraphics();

/// A past (or future) path of one actor, oldest first.
struct Trail
{
    model::ActorId actor = model::ActorId::None;
    std::vector<glm::dvec3> points; ///< a NaN point breaks the line
    /// Per point the team it belonged to then, -1 = none; empty = the actor's own colour throughout.
    std::vector<std::int8_t> teams{};
    int hue = -1;           ///< of a ghost: index into the theme's series colours; -1 = an actor's
    bool abandoned = false; ///< of a ghost: an attempt that it gave up
};

/// Everything the view draws, independent of window or off-screen. Implemented over Qt 3D.
class Viewport : public QWindow
{
    Q_OBJECT
public:
    explicit Viewport(QWindow* parent = nullptr);
    ~Viewport() override;

    void setTheme(const Theme& theme);
    void setIndex(std::shared_ptr<const model::ReplayIndex> index); ///< cast, teams, skeletons
    void setScene(model::SceneDescription scene);
    /// Copies what it draws into instance buffers and schedules a frame. `state` may be reused afterwards.
    void setState(const model::WorldState& state);
    void setTrails(std::vector<Trail> trails);
    /// Actors of other recordings, see-through; copied. They are never picked and never fitted.
    void setGhosts(std::span<const GhostFigure> ghosts);
    void setGhostTrails(std::vector<Trail> trails);
    /// Marked pieces of ground, as lines; `chosen` of them stands out, -1 = none.
    void setZones(std::vector<model::Zone> zones, int chosen = -1);
    void setOptions(const ViewOptions& options);
    const ViewOptions& options() const;
    void setSelection(model::ActorId actor);
    /// Sees the match as one player; None = everything.
    void setPerspective(model::ActorId player);
    void setHidden(const QSet<quint32>& actors); ///< indices of ActorIds switched off in the cast

    CameraController& camera();
    void setCameraMode(CameraMode mode);
    /// Looks from one of the scene's own cameras, by its place in SceneDescription::cameras.
    void setSceneCamera(int number);
    int sceneCamera() const; ///< -1 = none was chosen
    /// Lets the director see what is at an event.
    void setStateOf(std::function<bool(const model::Event&, model::WorldState&)> stateOf);
    void setPlaying(bool playing);
    void setFollowed(model::ActorId actor); ///< None = nobody
    model::ActorId followed() const;
    /// The camera attends to a ghost, by its GhostFigure::id, instead of the followed actor; `both` = to the
    /// two of them, and keeps both in the picture. 0 = to no ghost.
    void setFollowedGhost(int ghost, bool both = false);
    int followedGhost() const;
    /// Sees through a recorded camera: to be followed in CameraMode::FirstPerson.
    bool seesWithCamera(model::ActorId actor) const;
    void fitAll();
    /// The whole of a stage from the side it is watched from; for the first look at a recording.
    void fitStage(const model::SceneDescription& scene);
    void fitSelection();
    /// Puts a place into the middle, with so many metres round it in view; keeps the direction of the look.
    void lookAt(const glm::dvec3& place, double radius);
    void setReducedMotion(bool on);

    /// Actor under a logical pixel, None when there is none. CPU picking.
    model::ActorId pick(QPointF pixel) const;
    /// Draws off screen at any size, with 4x antialiasing. Waits at most a few frames; null image on failure.
    QImage capture(QSize pixels);
    /// Frames really drawn in the last second, and the time of the last one.
    double framesPerSecond() const;
    double lastFrameMs() const;
    bool isReady() const; ///< the first complete picture was drawn

Q_SIGNALS:
    void clicked(ghostline::model::ActorId actor, Qt::KeyboardModifiers modifiers);
    void doubleClicked(ghostline::model::ActorId actor);
    void hovered(ghostline::model::ActorId actor, QPoint globalPos);
    void contextMenuRequested(ghostline::model::ActorId actor, QPoint globalPos);
    void cameraChanged();
    /// The view itself went over to another mode: a hand on it ended one that looks by itself.
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

/// One picture without any window (`--render`, tests): the same scene graph on an off-screen surface.
struct StillRequest
{
    QSize pixels{1280, 720};
    Theme theme = Theme::dark();
    ViewOptions options{};
    model::ActorId selection = model::ActorId::None;
    model::ActorId perspective = model::ActorId::None; ///< a player, as in Viewport::setPerspective()
    CameraMode mode = CameraMode::Orbit;
    int sceneCamera = -1;                                                   ///< for CameraMode::Scene
    std::function<bool(const model::Event&, model::WorldState&)> stateOf{}; ///< for CameraMode::Director
    std::optional<CameraPose> camera; ///< fit to the actors when not given
    std::vector<Trail> trails;
    std::vector<GhostFigure> ghosts{}; ///< what they refer to must live until the picture is drawn
    std::vector<Trail> ghostTrails{};
    std::vector<model::Zone> zones{};
    int chosenZone = -1;
    int followedGhost = 0; ///< as in Viewport::setFollowedGhost()
    bool both = false;
    int samples = 4;
};
model::Result<QImage> renderStill(std::shared_ptr<const model::ReplayIndex> index,
                                  const model::SceneDescription& scene, const model::WorldState& state,
                                  const StillRequest& request);

} // namespace ghostline::render
