// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// The map from above in a corner: where everybody is, where the camera looks, and a click to get there.
#include "app/gui/shell/replay_session.h"
#include "model/scene_description.h"
#include "render/camera.h"
#include "render/theme.h"
#include "render/view_options.h"
#include "render/viewport.h"

#include <QElapsedTimer>
#include <QPointer>
#include <QTimer>
#include <QWidget>

class QToolButton;

namespace ghostline::render {
class TopDownWidget;
}

namespace ghostline::app {

class GhostSet;

class MinimapPanel : public QWidget
{
    Q_OBJECT
public:
    explicit MinimapPanel(QWidget* parent = nullptr);
    ~MinimapPanel() override;

    /// null = no replay open. Not owned.
    void setSession(ReplaySession* session);
    void setTheme(const render::Theme& theme);
    void setScene(const model::SceneDescription& scene);
    void setOptions(const render::ViewOptions& options);
    void setTrails(const std::vector<render::Trail>& trails);
    /// Not owned, null = none.
    void setGhosts(GhostSet* ghosts);
    void setGhostTrails(const std::vector<render::Trail>& trails);
    /// What the 3D view sees; nothing = there is none.
    void setCamera(const std::optional<render::CameraPose>& camera, double aspect);
    render::TopDownWidget* map() const { return m_map; }

Q_SIGNALS:
    /// The user wants to look there.
    void lookRequested(const glm::dvec3& place);
    void contextMenuRequested(ghostline::model::ActorId actor, QPoint globalPos);

protected:
    void showEvent(QShowEvent* event) override;
    void resizeEvent(QResizeEvent* event) override;

private:
    void connectMap();
    void onState();
    void refresh();
    void showHover(model::ActorId actor, QPoint globalPos);

    QPointer<ReplaySession> m_session;
    QPointer<GhostSet> m_ghosts;
    render::TopDownWidget* m_map;
    QToolButton* m_fit;
    QTimer m_pace; ///< the shortest time between two pictures
    bool m_stale = false;
};

} // namespace ghostline::app
