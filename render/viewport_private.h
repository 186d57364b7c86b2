// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// What the 3D view keeps, as its own source files see it.
#include "render/camera_feed.h"
#include "render/scene_graph.h"
#include "render/viewport.h"
#include "render/world_view.h"

#include <QElapsedTimer>

#include <algorithm>
#include <deque>

namespace ghostline::render {

struct Viewport::Private
{
    explicit Private(Viewport* q) : owner(q) {}
    void schedule();
    void update();
    void changed();
    void cameraMoved();
    void feedCamera();
    void count(double milliseconds);
    QSizeF size() const { return owner->size(); }
    double aspect() const { return size().width() / std::max(size().height(), 1.0); }
    void goOver(CameraMode mode);
    void leaveAttachedModes();
    void fly();

    Viewport* owner;
    WorldView world;
    CameraController camera;
    CameraFeed feed{world, camera};
    std::unique_ptr<SceneGraph> graph;
    bool ready = false;
    bool asked = false; // an update request is on its way
    QElapsedTimer clock;
    QElapsedTimer sinceUpdate;
    std::deque<qint64> drawn; // times of the frames of the last second, ms
    double lastMs = 0.0;

    QPointF pressed;
    QPointF last;
    Qt::MouseButton button = Qt::NoButton;
    bool dragging = false;
    bool doubleClick = false;
    model::ActorId hovered = model::ActorId::None;
    QSet<int> keys;
};

} // namespace ghostline::render
