// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// The map from above in a corner: where everybody is, where the camera looks, and a click to get there.
#include "app/gui/session/panel.h"
#include "render/base/view_content.h"
#include "render/camera/camera.h"

class QToolButton;

namespace ghostline::render {
class TopDownWidget;
}

namespace ghostline::app {

class MinimapPanel final : public Panel
{
    Q_OBJECT
public:
    explicit MinimapPanel(QWidget* parent = nullptr);

    /// What the view shows.
    void setContent(const render::ViewContent& content);
    /// What the 3D view sees; nothing = there is none.
    void setCamera(const std::optional<render::CameraPose>& camera, double aspect);
    render::TopDownWidget* map() const { return m_map; }

Q_SIGNALS:
    /// The user wants to look there.
    void lookRequested(const glm::dvec3& place);
    void contextMenuRequested(ghostline::model::ActorId actor, QPoint globalPos);

protected:
    void resizeEvent(QResizeEvent* event) override;

private:
    void onSessionChanged() override;
    void onThemeChanged() override;
    void connectMap();
    void showHover(model::ActorId actor, QPoint globalPos);

    render::TopDownWidget* m_map;
    /// The panel's own would not notice that its tab comes to the front: the map paints over all of the
    /// panel.
    RefreshThrottle* m_mapThrottle;
    QToolButton* m_fit;
    render::ViewContent m_content;
};

} // namespace ghostline::app
