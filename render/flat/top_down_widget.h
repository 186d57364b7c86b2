// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// A flat map of the same state, painted with QPainter: the view when there is no OpenGL, and the minimap.
#include "render/base/view_content.h"
#include "render/camera/camera.h"

#include <QWidget>

#include <memory>
#include <optional>

namespace ghostline::render {

class TopDownWidget : public QWidget
{
    Q_OBJECT
public:
    explicit TopDownWidget(QWidget* parent = nullptr);
    ~TopDownWidget() override;

    /// As a minimap: larger marks, fewer words, and the whole of a scene that is small enough for it.
    void setCompact(bool compact);
    /// Returns what has changed.
    ViewChanges setContent(const ViewContent& content);
    const ViewContent& content() const;
    void setFollowed(model::ActorId actor);
    /// The point of the ground under a pixel, as places are recorded.
    glm::dvec3 groundAt(QPointF pixel) const;
    /// The pixel that shows a place.
    QPointF pixelOf(const glm::dvec3& place) const;
    /// Shows what that camera sees; `aspect` of its picture.
    void setCamera(const std::optional<CameraPose>& camera, double aspect);
    void centreOn(const glm::dvec3& place);
    /// Shows the same ground at the same scale as another map.
    void lookLike(const TopDownWidget& other);
    void fitAll();
    void fitSelection();
    /// So many metres round a place, until the user moves the map.
    void fitPlace(const glm::dvec3& place, double radius);
    model::ActorId pick(QPointF pixel) const;

Q_SIGNALS:
    void clicked(ghostline::model::ActorId actor, Qt::KeyboardModifiers modifiers);
    /// Besides clicked(None): where on the ground.
    void placeClicked(const glm::dvec3& place);
    void doubleClicked(ghostline::model::ActorId actor);
    void hovered(ghostline::model::ActorId actor, QPoint globalPos);
    void contextMenuRequested(ghostline::model::ActorId actor, QPoint globalPos);
    void handled(); ///< the user moved the map or came nearer: mouse, wheel, keys

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
    void zoom(double steps, QPointF at);

    struct Private;
    std::unique_ptr<Private> d;
};

} // namespace ghostline::render
