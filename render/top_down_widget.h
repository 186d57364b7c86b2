// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// A flat map of the same state, painted with QPainter: the view when there is no OpenGL, and the minimap.
#include "model/replay_index.h"
#include "model/scene_description.h"
#include "model/world_state.h"
#include "model/zone.h"
#include "render/camera.h"
#include "render/theme.h"
#include "render/view_options.h"

#include <QSet>
#include <QWidget>

#include <memory>
#include <optional>
#include <span>
#include <vector>

namespace ghostline::render {

struct GhostFigure;
struct Trail;

class TopDownWidget : public QWidget
{
    Q_OBJECT
public:
    explicit TopDownWidget(QWidget* parent = nullptr);
    ~TopDownWidget() override;

    /// As a minimap: larger marks, fewer words, and the whole of a scene that is small enough for it.
    void setCompact(bool compact);
    void setTheme(const Theme& theme);
    void setIndex(std::shared_ptr<const model::ReplayIndex> index);
    void setScene(model::SceneDescription scene);
    void setState(const model::WorldState& state);
    void setOptions(const ViewOptions& options);
    void setSelection(model::ActorId actor);
    /// Sees the match as a player; None = everything.
    void setPerspective(model::ActorId player);
    void setHidden(const QSet<quint32>& actors);
    /// What stands still is shown exactly.
    void setPlaying(bool playing);
    void setFollowed(model::ActorId actor);
    void setTrails(std::vector<Trail> trails);
    /// Actors of other recordings, as outlines; copied. They are never picked and never fitted.
    void setGhosts(std::span<const GhostFigure> ghosts);
    void setGhostTrails(std::vector<Trail> trails);
    /// Marked pieces of ground; `chosen` of them stands out, -1 = none.
    void setZones(std::vector<model::Zone> zones, int chosen = -1);
    /// What is under that place of the picture, at the height of the ground.
    glm::dvec3 groundAt(QPointF pixel) const;
    /// Shows what that camera sees; `aspect` of its picture.
    void setCamera(const std::optional<CameraPose>& camera, double aspect);
    void centreOn(const glm::dvec3& place);
    /// Shows the same ground at the same scale as another map.
    void lookLike(const TopDownWidget& other);
    void fitAll();
    void fitSelection();
    model::ActorId pick(QPointF pixel) const;

Q_SIGNALS:
    void clicked(ghostline::model::ActorId actor, Qt::KeyboardModifiers modifiers);
    /// Besides clicked(None): where on the ground.
    void placeClicked(const glm::dvec3& place);
    void doubleClicked(ghostline::model::ActorId actor);
    void hovered(ghostline::model::ActorId actor, QPoint globalPos);
    void contextMenuRequested(ghostline::model::ActorId actor, QPoint globalPos);

protected:
    void paintEvent(QPaintEvent* event) override;
    void resizeEvent(QResizeEvent* event) override;
    void keyPressEvent(QKeyEvent* event) override;
    void leaveEvent(QEvent* event) override;
    void mousePressEvent(QMouseEvent* event) override;
    void mouseMoveEvent(QMouseEvent* event) override;
    void mouseReleaseEvent(QMouseEvent* event) override;
    void mouseDoubleClickEvent(QMouseEvent* event) override;
    void wheelEvent(QWheelEvent* event) override;

private:
    struct Private;
    std::unique_ptr<Private> d;
};

} // namespace ghostline::render
