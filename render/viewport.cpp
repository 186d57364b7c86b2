// SPDX-License-Identifier: GPL-3.0-or-later
// The window: input in, frames out. It draws only when something has changed or still moves.
#include "render/viewport.h"

#include "render/world_view.h"

#include <QElapsedTimer>
#include <QExposeEvent>
#include <QGuiApplication>
#include <QMouseEvent>
#include <QPainter>
#include <QStyleHints>

#include <algorithm>
#include <cmath>
#include <deque>

namespace ghostline::render {

namespace {

constexpr double LongestStep = 0.1; // seconds; a stalled window does not make the camera leap
constexpr int CaptureSamples = 4;

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

struct Viewport::Private
{
    explicit Private(Viewport* q) : owner(q) {}
    void schedule();
    void update();
    void changed();
    void cameraMoved();
    void trackFollowed();
    void count(double milliseconds);
    QSizeF size() const { return owner->size(); }
    void leaveAttachedModes();

    Viewport* owner;
    WorldView world;
    CameraController camera;
    std::unique_ptr<SceneGraph> graph;
    model::ActorId followed = model::ActorId::None;
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

void Viewport::Private::schedule()
{
    if (asked || !owner->isExposed())
        return;
    asked = true;
    owner->requestUpdate();
}

void Viewport::Private::changed() { schedule(); }

void Viewport::Private::cameraMoved()
{
    world.invalidateView();
    schedule();
    Q_EMIT owner->cameraChanged();
}

void Viewport::Private::trackFollowed()
{
    const auto seat = followed == model::ActorId::None ? std::nullopt : world.seat(followed);
    if (seat)
        camera.track(seat->pose, seat->size, seat->eye);
    else
        camera.track(std::nullopt, 4.0);
    world.setRiding(camera.mode() == CameraMode::FirstPerson ? followed : model::ActorId::None);
}

void Viewport::Private::count(double milliseconds)
{
    lastMs = milliseconds;
    const qint64 now = clock.elapsed();
    drawn.push_back(now);
    while (!drawn.empty() && now - drawn.front() > 1000)
        drawn.pop_front();
}

void Viewport::Private::update()
{
    asked = false;
    if (!owner->isExposed() || !graph || !graph->started())
        return;
    const double dt = sinceUpdate.isValid()
                          ? std::min(static_cast<double>(sinceUpdate.nsecsElapsed()) * 1e-9, LongestStep)
                          : 0.016;
    bool moving = camera.moving();
    if (moving) {
        moving = camera.advance(dt);
        world.invalidateView();
        Q_EMIT owner->cameraChanged();
    }
    if (moving)
        sinceUpdate.start();
    else
        sinceUpdate.invalidate();

    QElapsedTimer timer;
    timer.start();
    if (world.dirty())
        world.refresh(*graph, camera.pose(), size());
    const QSize pixels = (QSizeF(owner->size()) * owner->devicePixelRatio()).toSize();
    graph->setWindowView(world.view(camera.pose(), pixels, owner->devicePixelRatio()));
    graph->processFrame();
    count(static_cast<double>(timer.nsecsElapsed()) * 1e-6);
    Q_EMIT owner->frameDrawn(lastMs);

    if (graph->settling() > 0 || moving || world.dirty()) {
        schedule();
    } else if (!ready) {
        ready = true;
        Q_EMIT owner->ready();
    }
}

void Viewport::Private::leaveAttachedModes()
{
    if (camera.mode() == CameraMode::Follow || camera.mode() == CameraMode::FirstPerson)
        owner->setCameraMode(CameraMode::Orbit);
}

Viewport::Viewport(QWindow* parent) : QWindow(parent), d(std::make_unique<Private>(this))
{
    setSurfaceType(QSurface::OpenGLSurface);
    setFormat(QSurfaceFormat::defaultFormat());
    create();
    d->clock.start();
    d->graph = std::make_unique<SceneGraph>(this);
}

Viewport::~Viewport() = default;

void Viewport::setTheme(const Theme& theme)
{
    d->world.setTheme(theme);
    d->changed();
}

void Viewport::setIndex(std::shared_ptr<const model::ReplayIndex> index)
{
    d->world.setIndex(std::move(index));
    d->changed();
}

void Viewport::setScene(model::SceneDescription scene)
{
    d->world.setScene(std::move(scene));
    d->changed();
}

void Viewport::setState(const model::WorldState& state)
{
    d->world.setState(state);
    const CameraPose before = d->camera.pose();
    d->trackFollowed();
    if (before.position != d->camera.pose().position || before.target != d->camera.pose().target)
        Q_EMIT cameraChanged();
    d->changed();
}

void Viewport::setTrails(std::vector<Trail> trails)
{
    d->world.setTrails(std::move(trails));
    d->changed();
}

void Viewport::setOptions(const ViewOptions& options)
{
    if (options == d->world.options())
        return;
    d->world.setOptions(options);
    d->changed();
}

const ViewOptions& Viewport::options() const { return d->world.options(); }

void Viewport::setSelection(model::ActorId actor)
{
    if (actor == d->world.selection())
        return;
    d->world.setSelection(actor);
    d->changed();
}

void Viewport::setHidden(const QSet<quint32>& actors)
{
    d->world.setHidden(actors);
    d->changed();
}

CameraController& Viewport::camera() { return d->camera; }

void Viewport::setCameraMode(CameraMode mode)
{
    d->keys.clear();
    d->camera.setMotion(glm::dvec3(0.0), false);
    d->camera.setMode(mode);
    d->trackFollowed();
    d->cameraMoved();
}

void Viewport::setFollowed(model::ActorId actor)
{
    if (actor == d->followed)
        return;
    d->followed = actor;
    d->camera.track(std::nullopt, 4.0);
    d->trackFollowed();
    d->cameraMoved();
}

model::ActorId Viewport::followed() const { return d->followed; }

void Viewport::fitAll()
{
    d->leaveAttachedModes();
    d->camera.fit(d->world.actorBounds(), d->size().width() / std::max(d->size().height(), 1.0), d->ready);
    d->cameraMoved();
}

void Viewport::fitSelection()
{
    const model::Bounds bounds = d->world.boundsOf(d->world.selection());
    if (!bounds.valid) {
        fitAll();
        return;
    }
    d->leaveAttachedModes();
    d->camera.fit(bounds, d->size().width() / std::max(d->size().height(), 1.0), d->ready);
    d->cameraMoved();
}

void Viewport::setReducedMotion(bool on) { d->camera.setReducedMotion(on); }

model::ActorId Viewport::pick(QPointF pixel) const
{
    return d->world.pick(d->camera.pose(), pixel, d->size());
}

QImage Viewport::capture(QSize pixels)
{
    if (pixels.isEmpty())
        return {};
    const double scale = devicePixelRatio();
    if (!d->graph->started()) {
        // Never shown: the window has no surface to draw with yet.
        StillRequest request;
        request.pixels = pixels;
        request.theme = d->world.theme();
        request.options = d->world.options();
        request.selection = d->world.selection();
        request.camera = d->camera.pose();
        request.trails = d->world.trails();
        const auto still = renderStill(d->world.index(), d->world.scene(), d->world.state(), request);
        return still ? *still : QImage();
    }
    d->world.invalidateView();
    d->world.refresh(*d->graph, d->camera.pose(), QSizeF(pixels) / scale);
    QImage image = d->graph->capture(d->world.view(d->camera.pose(), pixels, scale), CaptureSamples);
    d->world.invalidateView(); // labels were laid out for the picture's size
    d->schedule();
    return image;
}

double Viewport::framesPerSecond() const
{
    const qint64 now = d->clock.elapsed();
    return static_cast<double>(
        std::count_if(d->drawn.begin(), d->drawn.end(), [now](qint64 t) { return now - t <= 1000; }));
}

double Viewport::lastFrameMs() const { return d->lastMs; }
bool Viewport::isReady() const { return d->ready; }

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

void Viewport::exposeEvent(QExposeEvent*)
{
    d->asked = false; // a request made while hidden may have been dropped
    if (!isExposed())
        return;
    d->graph->start();
    d->graph->drawAnew();
    d->world.invalidateView();
    d->schedule();
}

void Viewport::resizeEvent(QResizeEvent*)
{
    d->world.invalidateView();
    d->schedule();
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
    glm::dvec3 axes{0.0};
    for (const int key : std::as_const(d->keys)) {
        if (const auto fly = flyingKey(key))
            axes[fly->first] += fly->second;
    }
    d->camera.setMotion(axes, d->keys.contains(Qt::Key_Shift));
    d->schedule();
}

void Viewport::keyReleaseEvent(QKeyEvent* event)
{
    if (event->isAutoRepeat() || !d->keys.remove(event->key())) {
        event->ignore();
        return;
    }
    glm::dvec3 axes{0.0};
    for (const int key : std::as_const(d->keys)) {
        if (const auto fly = flyingKey(key))
            axes[fly->first] += fly->second;
    }
    d->camera.setMotion(axes, d->keys.contains(Qt::Key_Shift));
}

} // namespace ghostline::render
