// SPDX-License-Identifier: GPL-3.0-or-later
// The hand on the 3D view: mouse, wheel and flying keys.
#include "render/viewport_private.h"

#include <QGuiApplication>
#include <QMouseEvent>
#include <QStyleHints>

namespace ghostline::render {

namespace {

/// Axis and direction of a flying key, nothing for any other key.
std::optional<std::pair<int, double>> flyingKey(int key)
{
    switch (key) {
    case Qt::Key_D:
        return std::pair{0, 1.0};
    case Qt::Key_A:
        return std::pair{0, -1.0};
    case Qt::Key_E:
        return std::pair{1, 1.0};
    case Qt::Key_Q:
        return std::pair{1, -1.0};
    case Qt::Key_W:
        return std::pair{2, 1.0};
    case Qt::Key_S:
        return std::pair{2, -1.0};
    default:
        return std::nullopt;
    }
}

} // namespace

void Viewport::Private::fly()
{
    glm::dvec3 axes{0.0};
    for (const int key : std::as_const(keys)) {
        if (const auto flies = flyingKey(key))
            axes[flies->first] += flies->second;
    }
    camera.setMotion(axes, keys.contains(Qt::Key_Shift));
}

bool Viewport::event(QEvent* event)
{
    switch (event->type()) {
    case QEvent::UpdateRequest:
        d->update();
        return true;
    case QEvent::ShortcutOverride:
        // In free flight the letters fly; elsewhere they belong to the window's shortcuts.
        if (const auto* key = static_cast<QKeyEvent*>(event);
            d->camera.mode() == CameraMode::Free && flyingKey(key->key()) &&
            (key->modifiers() & ~Qt::ShiftModifier) == Qt::NoModifier) {
            event->accept();
            return true;
        }
        break;
    case QEvent::Leave:
        if (d->hovered != model::ActorId::None) {
            d->hovered = model::ActorId::None;
            Q_EMIT hovered(model::ActorId::None, QCursor::pos());
        }
        break;
    case QEvent::FocusOut:
        d->keys.clear();
        d->camera.setMotion(glm::dvec3(0.0), false);
        break;
    default:
        break;
    }
    return QWindow::event(event);
}

void Viewport::mousePressEvent(QMouseEvent* event)
{
    d->pressed = d->last = event->position();
    d->button = event->button();
    d->dragging = false;
    d->doubleClick = false;
}

void Viewport::mouseMoveEvent(QMouseEvent* event)
{
    const QPointF at = event->position();
    if (event->buttons() == Qt::NoButton) {
        const model::ActorId actor = pick(at);
        if (actor != d->hovered) {
            d->hovered = actor;
            Q_EMIT hovered(actor, event->globalPosition().toPoint());
        }
        return;
    }
    if (!d->dragging &&
        (at - d->pressed).manhattanLength() < QGuiApplication::styleHints()->startDragDistance())
        return;
    const QPointF delta = at - (d->dragging ? d->last : d->pressed);
    d->dragging = true;
    d->last = at;
    if (d->camera.looksByItself())
        d->goOver(CameraMode::Orbit);
    const bool pans = d->button != Qt::LeftButton || (event->modifiers() & Qt::ShiftModifier) ||
                      d->camera.mode() == CameraMode::TopDown;
    if (pans)
        d->camera.pan(delta, d->size());
    else
        d->camera.orbit(delta);
    d->cameraMoved();
}

void Viewport::mouseReleaseEvent(QMouseEvent* event)
{
    const bool wasClick = !d->dragging && !d->doubleClick && event->button() == d->button;
    d->dragging = false;
    d->doubleClick = false;
    d->button = Qt::NoButton;
    if (!wasClick)
        return;
    const model::ActorId actor = pick(event->position());
    if (event->button() == Qt::LeftButton)
        Q_EMIT clicked(actor, event->modifiers());
    else if (event->button() == Qt::RightButton)
        Q_EMIT contextMenuRequested(actor, event->globalPosition().toPoint());
}

void Viewport::mouseDoubleClickEvent(QMouseEvent* event)
{
    d->doubleClick = true; // its release is not another click
    if (event->button() == Qt::LeftButton)
        Q_EMIT doubleClicked(pick(event->position()));
}

void Viewport::wheelEvent(QWheelEvent* event)
{
    const double steps = event->angleDelta().y() / 120.0;
    if (steps == 0.0)
        return;
    if (d->camera.mode() == CameraMode::Director)
        d->goOver(CameraMode::Orbit);
    d->camera.dolly(steps, event->position(), d->size());
    d->cameraMoved();
}

void Viewport::keyPressEvent(QKeyEvent* event)
{
    if (d->camera.mode() != CameraMode::Free || !(flyingKey(event->key()) || event->key() == Qt::Key_Shift)) {
        event->ignore();
        return;
    }
    if (!event->isAutoRepeat())
        d->keys.insert(event->key());
    d->fly();
    d->schedule();
}

void Viewport::keyReleaseEvent(QKeyEvent* event)
{
    if (event->isAutoRepeat() || !d->keys.remove(event->key())) {
        event->ignore();
        return;
    }
    d->fly();
}

} // namespace ghostline::render
