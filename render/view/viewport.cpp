// SPDX-License-Identifier: GPL-3.0-or-later
// The window: input in, frames out. It draws only when something has changed or still moves.
#include "render/view/viewport.h"

#include "model/world/standing.h"
#include "render/base/pointer_gesture.h"
#include "render/camera/camera_math.h"
#include "render/qt3d/scene_graph.h"
#include "render/view/camera_feed.h"
#include "render/view/still.h"
#include "render/view/world_bounds.h"
#include "render/view/world_view.h"

#include <QElapsedTimer>
#include <QExposeEvent>
#include <QGuiApplication>
#include <QMouseEvent>
#include <QStyleHints>

#include <algorithm>
#include <deque>

namespace ghostline::render {

struct Viewport::Private
{
    explicit Private(Viewport* q) : owner(q) {}
    void schedule();
    void update();
    void cameraMoved();
    void feedCamera();
    void liftCamera(double metres);
    void follow(ViewChanges changes);
    void count();
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

    PointerGesture gesture;
    Qt::MouseButton button = Qt::NoButton;
    QSet<int> keys;
};

namespace {

constexpr double LongestFrame = 0.1; // seconds; a stalled window does not make the camera leap
constexpr int CaptureSamples = 4;
constexpr double WallMargin = 1.04; // of the picture round a hall

/// Of a hall, which is smaller than its bounds where they are bevelled; elsewhere there are none.
std::vector<glm::dvec3> wallCorners(const model::SceneDescription& scene)
{
    std::vector<glm::dvec3> out;
    for (const model::SceneMesh& mesh : scene.meshes) {
        if (mesh.role != model::SceneRole::Shell)
            continue;
        out.reserve(out.size() + mesh.vertices.size());
        for (const glm::vec3& vertex : mesh.vertices)
            out.push_back(mesh.origin + glm::dvec3(vertex));
    }
    return out;
}

} // namespace

void Viewport::Private::schedule()
{
    if (asked || !owner->isExposed())
        return;
    asked = true;
    owner->requestUpdate();
}

void Viewport::Private::cameraMoved()
{
    world.invalidateView();
    schedule();
    Q_EMIT owner->cameraChanged();
}

/// All that is looked at was lifted onto a map that was found, or let down again.
void Viewport::Private::liftCamera(double metres)
{
    const bool byItself =
        camera.mode() != CameraMode::Orbit && !flies(camera.mode()) && camera.mode() != CameraMode::TopDown;
    if (metres == 0.0 || byItself)
        return; // else it goes along with what it looks at
    CameraPose pose = camera.goal();
    pose.position.y += metres;
    pose.target.y += metres;
    camera.setPose(pose, false);
    cameraMoved();
}

void Viewport::Private::feedCamera() { feed.update(aspect()); }

/// The camera goes along with what is new.
void Viewport::Private::follow(ViewChanges changes)
{
    const bool toGhost = feed.followedGhost() != 0;
    // The head that is looked from is where it was recorded once nothing moves any more.
    const bool stopped =
        (changes & ViewPart::Playing) && !world.content().playing && camera.mode() == CameraMode::FirstPerson;
    const CameraPose before = camera.pose();
    // The ghosts of a new state come right after it, and then the camera.
    if (((changes & ViewPart::State) && !toGhost) || ((changes & ViewPart::Ghosts) && toGhost) || stopped ||
        ((changes & ViewPart::Scene) && camera.mode() == CameraMode::Director) ||
        ((changes & ViewPart::CameraPath) && camera.mode() == CameraMode::Path))
        feedCamera();
    if (stopped || ((changes & ViewPart::Ghosts) && toGhost))
        cameraMoved();
    else if (before.position != camera.pose().position || before.target != camera.pose().target)
        Q_EMIT owner->cameraChanged();
}

/// For framesPerSecond().
void Viewport::Private::count()
{
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
                          ? std::min(static_cast<double>(sinceUpdate.nsecsElapsed()) * 1e-9, LongestFrame)
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
    const QSize pixels = (QSizeF(owner->size()) * owner->devicePixelRatio()).toSize();
    if (world.dirty()) {
        world.refresh(*graph, camera.pose(), size());
        world.refreshBoard(*graph, camera.pose(), pixels);
    }
    graph->setWindowView(world.view(camera.pose(), pixels, owner->devicePixelRatio()));
    const bool incomplete = graph->gridsIncomplete();
    graph->processFrame();
    if (graph->gridsIncomplete() != incomplete)
        world.invalidateView(); // which says so
    count();
    Q_EMIT owner->frameDrawn(static_cast<double>(timer.nsecsElapsed()) * 1e-6);

    if (graph->settling() > 0 || moving || world.dirty()) {
        schedule();
    } else if (!ready) {
        ready = true;
        Q_EMIT owner->ready();
    }
}

/// The view changes the mode of its own accord, and says so.
void Viewport::Private::goOver(CameraMode mode)
{
    if (camera.mode() == mode)
        return;
    owner->setCameraMode(mode);
    Q_EMIT owner->cameraModeLeft(mode);
}

void Viewport::Private::leaveAttachedModes()
{
    if (camera.mode() == CameraMode::Follow || camera.mode() == CameraMode::FirstPerson ||
        camera.looksByItself())
        goOver(CameraMode::Orbit);
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

ViewChanges Viewport::setContent(const ViewContent& content)
{
    const double before = shownPlace(d->camera.goal().target).y;
    const ViewChanges changes = d->world.setContent(content);
    if (!changes)
        return changes;
    if (changes & ViewPart::Scene)
        d->liftCamera(shownPlace(d->camera.goal().target).y - before);
    if (changes & ViewPart::Index)
        d->feed.indexChanged();
    if (changes & ViewPart::Scene)
        d->feed.sceneChanged();
    d->feed.setPlaying(content.playing);
    d->follow(changes);
    d->schedule();
    return changes;
}

const ViewContent& Viewport::content() const { return d->world.content(); }

CameraController& Viewport::camera() { return d->camera; }

void Viewport::setCameraMode(CameraMode mode)
{
    d->keys.clear();
    d->camera.setMotion(glm::dvec3(0.0), false);
    d->camera.setMode(mode);
    d->feedCamera();
    d->cameraMoved();
}

void Viewport::setSceneCamera(int number)
{
    if (!d->feed.setStation(number))
        return;
    d->camera.setMode(CameraMode::Scene);
    d->feedCamera();
    d->cameraMoved();
}

int Viewport::sceneCamera() const { return d->feed.station(); }

void Viewport::setStateOf(std::function<bool(const model::Event&, model::WorldState&)> stateOf)
{
    d->feed.setStateOf(std::move(stateOf));
}

void Viewport::setFollowed(model::ActorId actor)
{
    if (actor == d->feed.followed())
        return;
    d->feed.setFollowed(actor);
    d->feedCamera();
    d->cameraMoved();
}

model::ActorId Viewport::followed() const { return d->feed.followed(); }

void Viewport::setFollowedGhost(int ghost, bool both)
{
    d->feed.setFollowedGhost(ghost, both);
    d->feedCamera();
    d->cameraMoved();
}

int Viewport::followedGhost() const { return d->feed.followedGhost(); }

bool Viewport::seesWithCamera(model::ActorId actor) const { return d->world.seesWithCamera(actor); }

void Viewport::fitAll()
{
    d->leaveAttachedModes();
    d->camera.fit(actorBounds(d->world.shown(), d->world.styles()), d->aspect(), d->ready);
    d->cameraMoved();
}

void Viewport::fitStage(const model::SceneDescription& scene)
{
    if (!scene.bounds.valid)
        return;
    if (d->camera.mode() == CameraMode::TopDown) {
        d->camera.fit(scene.bounds, d->aspect(), false); // the map of it, to its edges
        d->cameraMoved();
        return;
    }
    const model::Bounds stage = stageBounds(d->world.shown(), d->world.styles(), scene);
    // Degrees above the ground: what is flat shows itself from higher up.
    const glm::dvec3 size = scene.bounds.max - scene.bounds.min;
    const double pitch = size.y < 0.05 * std::max(size.x, size.z) ? 52.0 : 30.0;
    d->leaveAttachedModes();
    CameraPose pose = d->camera.goal();
    pose.orthographic = false;
    pose.up = {0.0, 1.0, 0.0};
    pose.target = (stage.min + stage.max) * 0.5;
    pose.position = pose.target + bearingVector(sideOfStage(stage, scene.cameras), pitch) * 50.0;
    d->camera.setPose(pose, false);
    d->camera.fit(stage, d->aspect(), false);
    if (stage.min == scene.bounds.min && stage.max == scene.bounds.max) // nobody stands beside it
        d->camera.setPose(filledBy(d->camera.goal(), wallCorners(scene), d->aspect(), WallMargin), false);
    d->cameraMoved();
}

void Viewport::fitSelection()
{
    const model::Bounds bounds = boundsOf(d->world.shown(), d->world.styles(), content().selection);
    if (!bounds.valid) {
        fitAll();
        return;
    }
    d->leaveAttachedModes();
    d->camera.fit(bounds, d->aspect(), d->ready);
    d->cameraMoved();
}

void Viewport::lookAt(const glm::dvec3& place, double radius)
{
    d->leaveAttachedModes();
    const glm::dvec3 middle = shownPlace(place);
    model::Bounds bounds;
    bounds.include(middle - glm::dvec3(radius));
    bounds.include(middle + glm::dvec3(radius));
    d->camera.fit(bounds, d->aspect(), d->ready);
    d->cameraMoved();
}

glm::dvec3 Viewport::shownPlace(const glm::dvec3& recorded) const
{
    return model::lifted(*content().scene, recorded);
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
        request.content = content();
        request.pixels = pixels;
        request.look.pose = d->camera.pose();
        const auto still = renderStill(request);
        return still ? *still : QImage();
    }
    d->world.invalidateView();
    d->world.refresh(*d->graph, d->camera.pose(), QSizeF(pixels) / scale, WorldView::Cells::AtOnce);
    QImage image = d->graph->capture(d->world.view(d->camera.pose(), pixels, scale), CaptureSamples);
    d->world.paintBoard(image, d->camera.pose());
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

bool Viewport::isReady() const { return d->ready; }

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

// The hand on the 3D view: mouse, wheel and flying keys.

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
            flies(d->camera.mode()) && flyingKey(key->key()) &&
            (key->modifiers() & ~Qt::ShiftModifier) == Qt::NoModifier) {
            event->accept();
            return true;
        }
        break;
    case QEvent::Leave:
        if (d->gesture.hover(model::ActorId::None))
            Q_EMIT hovered(model::ActorId::None, QCursor::pos());
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
    d->gesture.press(event->position());
    d->button = event->button();
}

void Viewport::mouseMoveEvent(QMouseEvent* event)
{
    const QPointF at = event->position();
    if (event->buttons() == Qt::NoButton) {
        const model::ActorId actor = pick(at);
        if (d->gesture.hover(actor))
            Q_EMIT hovered(actor, event->globalPosition().toPoint());
        return;
    }
    const std::optional<QPointF> delta = d->gesture.drag(at);
    if (!delta)
        return;
    if (d->camera.looksByItself())
        d->goOver(CameraMode::Orbit);
    const bool pans = d->button != Qt::LeftButton || (event->modifiers() & Qt::ShiftModifier) ||
                      d->camera.mode() == CameraMode::TopDown;
    if (pans)
        d->camera.pan(*delta, d->size());
    else
        d->camera.orbit(*delta);
    d->cameraMoved();
    Q_EMIT cameraHandled();
}

void Viewport::mouseReleaseEvent(QMouseEvent* event)
{
    const bool wasClick = d->gesture.release() && event->button() == d->button;
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
    d->gesture.doubleClick();
    if (event->button() == Qt::LeftButton)
        Q_EMIT doubleClicked(pick(event->position()));
}

void Viewport::wheelEvent(QWheelEvent* event)
{
    const double steps = event->angleDelta().y() / 120.0;
    if (steps == 0.0)
        return;
    if (d->camera.mode() == CameraMode::Director || d->camera.mode() == CameraMode::Path)
        d->goOver(CameraMode::Orbit);
    d->camera.dolly(steps, event->position(), d->size());
    d->cameraMoved();
    Q_EMIT cameraHandled();
}

void Viewport::keyPressEvent(QKeyEvent* event)
{
    if (!flies(d->camera.mode()) || !(flyingKey(event->key()) || event->key() == Qt::Key_Shift)) {
        event->ignore();
        return;
    }
    if (!event->isAutoRepeat())
        d->keys.insert(event->key());
    d->fly();
    d->schedule();
    Q_EMIT cameraHandled();
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
