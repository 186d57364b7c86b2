// SPDX-License-Identifier: GPL-3.0-or-later
// The window: input in, frames out. It draws only when something has changed or still moves.
#include "render/viewport.h"
#include "render/camera_math.h"

#include "render/viewport_private.h"

#include <QExposeEvent>

namespace ghostline::render {

namespace {

constexpr double LongestStep = 0.1; // seconds; a stalled window does not make the camera leap
constexpr int CaptureSamples = 4;

} // namespace

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

void Viewport::Private::feedCamera() { feed.update(aspect()); }

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

void Viewport::setTheme(const Theme& theme)
{
    d->world.setTheme(theme);
    d->changed();
}

void Viewport::setIndex(std::shared_ptr<const model::ReplayIndex> index)
{
    d->world.setIndex(std::move(index));
    d->feed.indexChanged();
    d->changed();
}

void Viewport::setScene(model::SceneDescription scene)
{
    d->world.setScene(std::move(scene));
    d->feed.sceneChanged();
    if (d->camera.mode() == CameraMode::Director)
        d->feedCamera();
    d->changed();
}

void Viewport::setState(const model::WorldState& state)
{
    d->world.setState(state);
    if (d->feed.followedGhost() != 0) {
        d->changed(); // the ghosts of this instant follow, and then the camera
        return;
    }
    const CameraPose before = d->camera.pose();
    d->feedCamera();
    if (before.position != d->camera.pose().position || before.target != d->camera.pose().target)
        Q_EMIT cameraChanged();
    d->changed();
}

void Viewport::setTrails(std::vector<Trail> trails)
{
    d->world.setTrails(std::move(trails));
    d->changed();
}

void Viewport::setGhosts(std::span<const GhostFigure> ghosts)
{
    d->world.setGhosts(ghosts);
    if (d->feed.followedGhost() != 0) {
        d->feedCamera();
        d->cameraMoved();
    }
    if (d->world.dirty())
        d->changed();
}

void Viewport::setGhostTrails(std::vector<Trail> trails)
{
    d->world.setGhostTrails(std::move(trails));
    if (d->world.dirty())
        d->changed();
}

void Viewport::setZones(std::vector<model::Zone> zones, int chosen)
{
    d->world.setZones(std::move(zones), chosen);
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

void Viewport::setPerspective(model::ActorId player)
{
    d->world.setPerspective(player);
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
    d->feed.director().setStateOf(std::move(stateOf));
}

void Viewport::setPlaying(bool playing)
{
    d->feed.setPlaying(playing);
    d->world.setPlaying(playing);
    d->changed();
    if (playing || d->camera.mode() != CameraMode::FirstPerson)
        return;
    d->feedCamera(); // standing still, the head is where it was recorded
    d->cameraMoved();
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
    d->camera.fit(d->world.actorBounds(), d->aspect(), d->ready);
    d->cameraMoved();
}

void Viewport::fitStage(const model::SceneDescription& scene)
{
    if (!scene.bounds.valid)
        return;
    const model::Bounds stage = d->world.stageBounds(scene);
    // Degrees above the ground: what is flat shows itself from higher up.
    const glm::dvec3 size = scene.bounds.max - scene.bounds.min;
    const double pitch = size.y < 0.05 * std::max(size.x, size.z) ? 52.0 : 24.0;
    d->leaveAttachedModes();
    CameraPose pose = d->camera.goal();
    pose.orthographic = false;
    pose.up = {0.0, 1.0, 0.0};
    pose.target = (stage.min + stage.max) * 0.5;
    pose.position = pose.target + bearingVector(sideOfStage(stage, scene.cameras), pitch) * 50.0;
    d->camera.setPose(pose, false);
    d->camera.fit(stage, d->aspect(), false);
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
    d->camera.fit(bounds, d->aspect(), d->ready);
    d->cameraMoved();
}

void Viewport::lookAt(const glm::dvec3& place, double radius)
{
    d->leaveAttachedModes();
    model::Bounds bounds;
    bounds.include(place - glm::dvec3(radius));
    bounds.include(place + glm::dvec3(radius));
    d->camera.fit(bounds, d->aspect(), d->ready);
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
        request.perspective = d->world.perspective();
        request.camera = d->camera.pose();
        request.trails = d->world.trails();
        request.ghosts = d->world.ghosts().figures();
        request.ghostTrails = d->world.ghostTrails();
        request.zones = d->world.zones().zones;
        request.chosenZone = d->world.zones().chosen;
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

} // namespace ghostline::render
