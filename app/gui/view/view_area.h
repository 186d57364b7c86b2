// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// The middle of the window: 3D view (or the flat map without OpenGL), notices above it, the strip below it.
// Shows what the session has; cameras and ghosts are those of its parts.
#include "app/gui/session/replay_session.h"
#include "render/base/view_content.h"

#include <QPointer>
#include <QWidget>

#include <functional>
#include <optional>

namespace ghostline::render {
class TopDownWidget;
class Viewport;
} // namespace ghostline::render

namespace ghostline::app {

class Banner;
class GoalReader;
class ReplayViews;
class ViewCamera;
class ViewDescription;
class ViewGhosts;
class ViewStrip;
class ViewTrails;

class ViewArea : public QWidget
{
    Q_OBJECT
public:
    /// `noGl`: why there is no 3D, empty = there is.
    explicit ViewArea(const QString& noGl, QWidget* parent = nullptr);
    ~ViewArea() override;

    void setSession(ReplaySession* session);
    void setTheme(const render::Theme& theme);
    void setScene(const model::SceneDescription& scene);
    /// All of them, which are the user's own from then on.
    void setOptions(const render::ViewOptions& options);
    /// Some of them, of what is shown and of the user's own.
    void changeOptions(const std::function<void(render::ViewOptions&)>& change);
    const render::ViewOptions& options() const;
    /// Shows layers that somebody else chose. What the user sets or changes meanwhile is the user's own
    /// nevertheless.
    void borrowOptions(const render::ViewOptions& options);
    /// The user's own come back.
    void returnOptions();
    /// options(), or the user's own while others are shown: what is kept.
    const render::ViewOptions& ownOptions() const { return m_ownOptions ? *m_ownOptions : options(); }
    /// Marked pieces of ground; `chosen` of them stands out, -1 = none.
    void setZones(const std::vector<model::Zone>& zones, int chosen);
    /// On the ground, in place of the one before; empty = none.
    void setHeat(const render::Shared<render::HeatOverlay>& heat);
    void setReducedMotion(bool on);

    ViewCamera& camera() const { return *m_camera; }
    ViewGhosts& ghosts() const { return *m_ghosts; }
    ReplayViews& views() const { return *m_views; }
    bool has3D() const { return viewport() != nullptr; }
    render::Viewport* viewport() const;     ///< of the first view, null without OpenGL
    render::TopDownWidget* flatMap() const; ///< of the first view, null with it
    /// What the keyboard should reach for the view; all of it that is captured.
    QWidget* viewWidget() const;
    Banner* banner() const { return m_banner; }
    ViewStrip* strip() const { return m_strip; }
    /// Puts a strip above the view, which owns it from then on.
    void setHeader(QWidget* header);
    QImage capture(QSize pixels) const;
    double framesPerSecond() const;

Q_SIGNALS:
    void contextMenuRequested(ghostline::model::ActorId actor, QPoint globalPos);
    void optionsChanged(const ghostline::render::ViewOptions& options);
    void firstPicture(); ///< the view shows this session for the first time

private:
    void tellFirstPicture();
    void connectSession();
    void connectView();
    void passIndex();
    void passDrawings();
    void passCameraPath();
    void passGoals();
    void passOptions(const render::ViewOptions& options);
    void showState();
    void onClicked(model::ActorId actor);
    void onDoubleClicked(model::ActorId actor);
    void onHovered(model::ActorId actor, QPoint globalPos);
    void onFollowed();
    void onPerspective();
    void applyPolicy();
    void tellScene(const model::SceneDescription& scene);
    QString hoverText(model::ActorId actor) const;

    QPointer<ReplaySession> m_session;
    ReplayViews* m_views;
    Banner* m_noGl = nullptr; ///< why there is no 3D
    Banner* m_banner;
    ViewStrip* m_strip;
    ViewCamera* m_camera;
    ViewTrails* m_trails;
    ViewGhosts* m_ghosts;
    ViewDescription* m_description;
    GoalReader* m_goals;
    render::Recycler<model::WorldState> m_states;
    std::optional<render::ViewOptions> m_ownOptions; ///< while others are shown
    bool m_firstPending = false;
};

} // namespace ghostline::app
