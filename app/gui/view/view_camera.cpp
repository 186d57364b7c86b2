// SPDX-License-Identifier: GPL-3.0-or-later
// Modes that need somebody find somebody; what is asked for before the surroundings are there waits for them.
#include "app/gui/view/view_camera.h"

#include "app/gui/view/first_sight.h"
#include "app/gui/view/replay_views.h"
#include "app/gui/view/view_strip.h"
#include "model/replay/named_actors.h"

#include <algorithm>
#include <utility>

namespace ghostline::app {

ViewCamera::ViewCamera(ReplayViews* views, ViewStrip* strip, QObject* parent)
    : QObject(parent), m_views(views), m_strip(strip)
{
    if (viewport() == nullptr) {
        m_mode = render::CameraMode::TopDown;
        m_strip->setCameraEnabled(false);
    }
    m_strip->setCamera(m_mode);
    connect(this, &ViewCamera::movedByUser, this, &ViewCamera::chosen);
    connect(m_strip, &ViewStrip::cameraChosen, this, &ViewCamera::requestMode);
    connect(m_strip, &ViewStrip::sceneCameraChosen, this, [this](int number) {
        setSceneCamera(number);
        Q_EMIT movedByUser();
    });
    if (viewport() == nullptr) {
        connect(m_views->first().map(), &render::TopDownWidget::handled, this, [this] {
            Q_EMIT moved();
            Q_EMIT movedByUser();
        });
        return;
    }
    connect(viewport(), &render::Viewport::cameraHandled, this, &ViewCamera::movedByUser);
    connect(viewport(), &render::Viewport::cameraModeLeft, this, &ViewCamera::showMode);
    connect(viewport(), &render::Viewport::cameraChanged, this, &ViewCamera::moved);
}

void ViewCamera::setSession(ReplaySession* session)
{
    m_session = session;
    m_fitPending = m_stagePending = session != nullptr;
    m_pendingCamera.clear();
    if (session != nullptr && viewport() != nullptr) {
        viewport()->setStateOf([this](const model::Event& event, model::WorldState& out) {
            return m_session != nullptr &&
                   m_session->playback()->reader().trySample({.frame = event.frame, .fraction = 0.0},
                                                             model::SamplePolicy::Interpolate, out);
        });
    }
}

render::Viewport* ViewCamera::viewport() const { return m_views->first().viewport(); }

void ViewCamera::showFirst()
{
    if (!std::exchange(m_fitPending, false))
        return;
    fitAll();
    openOn(*m_views->content().scene);
}

/// Looks at a recording for the first time, and once more when its surroundings are there, until somebody
/// wants something else.
void ViewCamera::openOn(const model::SceneDescription& scene)
{
    if (m_fitPending || !m_stagePending || m_session == nullptr)
        return;
    const bool there = scene.bounds.valid || !scene.cameras.empty();
    const FirstSight sight = firstSight(m_session->info(), scene);
    const bool byItself =
        sight.mode == render::CameraMode::TopDown || sight.mode == render::CameraMode::Director;
    m_opening = true;
    if (byItself || m_bySight)
        goTo(byItself ? sight.mode : render::CameraMode::Orbit);
    if (m_session->playback()->state().row(sight.subject) >= 0 &&
        m_session->actors()->followed() == model::ActorId::None) {
        m_session->actors()->select(sight.subject);
        m_session->actors()->follow(sight.subject);
    }
    m_opening = false;
    m_bySight = byItself && viewport() != nullptr;
    m_stagePending = !there;
    if (viewport() == nullptr)
        return;
    const bool stage = m_mode == render::CameraMode::Orbit && !scene.cameras.empty();
    if (stage || (sight.mode == render::CameraMode::TopDown && scene.bounds.valid))
        viewport()->fitStage(scene);
    else if (sight.mode == render::CameraMode::TopDown)
        fitAll();
}

/// The second view keeps to its ghost, whichever way the first one goes.
void ViewCamera::passMode(render::CameraMode mode)
{
    const ReplayView* second = m_views->second();
    if (second != nullptr && second->viewport() != nullptr && isAttached(mode))
        second->viewport()->setCameraMode(mode);
}

bool ViewCamera::attends() const
{
    return m_shot != GhostShot::None ||
           (m_session != nullptr && m_session->actors()->followed() != model::ActorId::None);
}

/// What the view does now, for everything that shows it.
void ViewCamera::showMode(render::CameraMode mode)
{
    m_mode = mode;
    m_strip->setCamera(mode, m_sceneCamera);
    Q_EMIT modeChanged(mode);
}

void ViewCamera::setScene(const model::SceneDescription& scene)
{
    const QString chosen =
        m_mode == render::CameraMode::Scene ? m_sceneCameras.value(m_sceneCamera) : QString();
    m_sceneCameras.clear();
    for (const model::SceneCamera& camera : scene.cameras)
        m_sceneCameras << camera.name;
    m_strip->setSceneCameras(m_sceneCameras);
    Q_EMIT sceneCamerasChanged(m_sceneCameras);
    // Read again, the scene has its cameras again; another one has others.
    if (!chosen.isEmpty() && !choose(chosen))
        setMode(render::CameraMode::Orbit);
    openOn(scene);
    const bool known = m_session != nullptr && (!m_sceneCameras.isEmpty() || m_session->index()->complete);
    if (m_pendingCamera.isEmpty() || !known || namedShotFrom(m_pendingCamera))
        return;
    const QString wanted = std::exchange(m_pendingCamera, {});
    if (!choose(wanted))
        Q_EMIT notFound(wanted);
}

void ViewCamera::indexChanged()
{
    if (namedShotFrom(m_pendingCamera))
        require(std::exchange(m_pendingCamera, {}));
}

/// For cameras that need somebody: the selected actor, else the first one the recording is about.
model::ActorId ViewCamera::somebody() const
{
    model::ActorId actor = m_session->actors()->selected();
    for (const model::ActorInfo& info : m_session->info().cast) {
        if (actor == model::ActorId::None && info.principal &&
            m_session->playback()->state().row(info.id) >= 0)
            actor = info.id;
    }
    if (actor == model::ActorId::None && m_session->playback()->state().size() > 0)
        actor = m_session->playback()->state().ids.front();
    return actor;
}

bool ViewCamera::hasPath() const
{
    return m_session != nullptr && !m_session->notes()->sidecar().cameraPath.empty();
}

void ViewCamera::pathChanged()
{
    if (m_mode == render::CameraMode::Path && !hasPath())
        setMode(render::CameraMode::Orbit);
}

void ViewCamera::setMode(render::CameraMode mode)
{
    chosen();
    if (mode == render::CameraMode::Path && viewport() != nullptr && !hasPath()) {
        showMode(m_mode); // whoever asked shows what is
        Q_EMIT pathMissing();
        return;
    }
    if (viewport() != nullptr && mode != render::CameraMode::Scene)
        m_pendingCamera.clear(); // somebody chose meanwhile
    goTo(mode);
}

void ViewCamera::goTo(render::CameraMode mode)
{
    if (viewport() == nullptr || mode == render::CameraMode::Scene)
        return;
    const bool needsActor = mode == render::CameraMode::Follow || mode == render::CameraMode::FirstPerson;
    if (needsActor && m_session != nullptr && !attends()) {
        const model::ActorId actor = somebody();
        m_session->actors()->select(actor);
        m_session->actors()->follow(actor);
    }
    if (mode == render::CameraMode::Follow && m_session != nullptr && keepsToActors() &&
        viewport()->seesWithCamera(m_session->actors()->followed()))
        mode = render::CameraMode::FirstPerson;
    viewport()->setCameraMode(mode);
    passMode(mode);
    showMode(mode);
}

void ViewCamera::requestMode(render::CameraMode mode)
{
    const bool needsActor = mode == render::CameraMode::Follow || mode == render::CameraMode::FirstPerson;
    if (needsActor && m_session != nullptr && keepsToActors() &&
        m_session->actors()->followed() != model::ActorId::None) {
        const model::ActorId actor = m_session->actors()->selected();
        if (actor != model::ActorId::None && m_session->playback()->state().row(actor) >= 0)
            m_session->actors()->follow(actor);
    }
    setMode(mode);
    Q_EMIT movedByUser();
}

void ViewCamera::setSceneCamera(int number)
{
    if (viewport() == nullptr || number < 0 || number >= m_sceneCameras.size())
        return;
    m_pendingCamera.clear();
    chosen();
    m_sceneCamera = number;
    viewport()->setSceneCamera(number);
    showMode(render::CameraMode::Scene);
}

bool ViewCamera::choose(const QString& name)
{
    if (const auto mode = cameraFromWord(name)) {
        if (*mode == render::CameraMode::Path && !hasPath())
            return false;
        setMode(*mode);
        return true;
    }
    if (const auto pose = poseFromWord(name)) {
        setPose(*pose);
        return true;
    }
    if (const auto ground = placeFromWord(name)) {
        setMode(render::CameraMode::Orbit);
        showPlace(ground->place, ground->radius);
        return true;
    }
    if (const auto number = savedViewFromWord(name)) {
        Q_EMIT savedViewWanted(*number);
        return true;
    }
    if (const auto shot = namedShotFrom(name)) {
        if (chooseShot(*shot))
            return true;
        if (m_session == nullptr || !m_session->index()->complete)
            m_pendingCamera = name;
        return false;
    }
    for (qsizetype i = 0; i < m_sceneCameras.size(); ++i) {
        if (m_sceneCameras[i].compare(name, Qt::CaseInsensitive) == 0) {
            setSceneCamera(static_cast<int>(i));
            return true;
        }
    }
    if (m_sceneCameras.isEmpty())
        m_pendingCamera = name;
    return false;
}

bool ViewCamera::chooseNow(const QString& name)
{
    const bool isThere = choose(name);
    m_pendingCamera.clear();
    return isThere;
}

bool ViewCamera::chooseShot(const NamedShot& shot)
{
    if (m_session == nullptr)
        return false;
    const model::ActorId actor =
        model::actorNamed(shot.actor, m_session->info(), m_session->playback()->state());
    if (actor == model::ActorId::None)
        return false;
    m_session->actors()->select(actor);
    m_session->actors()->follow(actor);
    setMode(shot.mode);
    return true;
}

void ViewCamera::require(const QString& name)
{
    if (!choose(name) && m_pendingCamera.isEmpty())
        Q_EMIT notFound(name);
}

bool ViewCamera::followPlay()
{
    if (m_session == nullptr)
        return false;
    for (const model::ActorInfo& info : m_session->info().cast) {
        if (!info.focus || m_session->playback()->state().row(info.id) < 0)
            continue;
        m_session->actors()->follow(info.id);
        setMode(render::CameraMode::Follow);
        return true;
    }
    return false;
}

void ViewCamera::lookAt(const glm::dvec3& place)
{
    if (viewport() == nullptr) {
        m_views->first().map()->centreOn(place);
        Q_EMIT moved();
        Q_EMIT movedByUser();
        return;
    }
    if (!render::flies(m_mode) && m_mode != render::CameraMode::TopDown)
        setMode(render::CameraMode::Orbit);
    render::CameraPose pose = viewport()->camera().goal();
    const glm::dvec3 move = viewport()->shownPlace(place) - pose.target;
    pose.position += move;
    pose.target += move;
    viewport()->camera().setPose(pose);
    viewport()->requestUpdate();
    Q_EMIT moved();
    Q_EMIT movedByUser();
}

void ViewCamera::showPlace(const glm::dvec3& place, double radius)
{
    constexpr double Smallest = 12.0; // metres round a point
    using render::CameraMode;
    if (viewport() == nullptr) {
        m_views->first().map()->centreOn(place);
        Q_EMIT moved();
        return;
    }
    if (m_mode != CameraMode::Orbit && !render::flies(m_mode) && m_mode != CameraMode::TopDown)
        return;
    chosen(); // whoever wants to see this no longer waits for the whole stage
    viewport()->lookAt(place, std::max(radius, Smallest));
    Q_EMIT moved();
}

render::CameraPose ViewCamera::pose() const
{
    return viewport() != nullptr ? viewport()->camera().pose() : render::CameraPose{};
}

void ViewCamera::setPose(const render::CameraPose& pose)
{
    if (viewport() == nullptr)
        return;
    setMode(pose.orthographic ? render::CameraMode::TopDown : render::CameraMode::Orbit);
    viewport()->camera().setPose(pose);
    viewport()->requestUpdate();
}

void ViewCamera::showPose(const render::CameraPose& pose)
{
    m_pendingCamera.clear();
    m_fitPending = m_stagePending = false; // where to look is known
    if (viewport() == nullptr) {
        m_views->first().map()->centreOn(pose.target);
        return;
    }
    const auto mode = pose.orthographic ? render::CameraMode::TopDown : render::CameraMode::Orbit;
    if (mode != m_mode)
        setMode(mode);
    viewport()->camera().setPose(pose, false);
    viewport()->setCameraMode(mode); // the same one: draws it from there
}

std::optional<render::FollowTurn> ViewCamera::turn() const
{
    if (viewport() == nullptr || m_mode != render::CameraMode::Follow)
        return std::nullopt;
    return viewport()->camera().followTurn();
}

void ViewCamera::showTurn(const render::FollowTurn& turn)
{
    if (viewport() == nullptr || m_mode != render::CameraMode::Follow)
        return;
    viewport()->camera().setFollowTurn(turn);
    viewport()->setCameraMode(m_mode); // the same one: draws it from there
}

QString ViewCamera::word() const
{
    switch (m_mode) {
    case render::CameraMode::Orbit:
    case render::CameraMode::Free:
    case render::CameraMode::Drone:
        return viewport() != nullptr ? poseWord(pose()) : QString();
    case render::CameraMode::Scene:
        return m_sceneCameras.value(m_sceneCamera);
    default:
        break;
    }
    QString mode = cameraWord(m_mode);
    if (m_session == nullptr || !isAttached(m_mode))
        return mode;
    const model::ActorInfo* followed = m_session->info().actor(m_session->actors()->followed());
    return followed == nullptr || followed->name.isEmpty()
               ? mode
               : QStringLiteral("%1:%2").arg(mode, followed->name);
}

void ViewCamera::fitAll() { m_views->first().fitAll(); }

void ViewCamera::fitSelection() { m_views->first().fitSelection(); }

void ViewCamera::follow(model::ActorId actor)
{
    m_views->first().setFollowed(actor);
    if (!m_fitPending && !m_opening)
        chosen();
    const bool behind = m_mode == render::CameraMode::Follow || m_mode == render::CameraMode::FirstPerson;
    const bool fromInside =
        m_mode == render::CameraMode::Follow && viewport() != nullptr && viewport()->seesWithCamera(actor);
    if (actor != model::ActorId::None && (!behind || fromInside) && m_mode != render::CameraMode::TopDown)
        goTo(render::CameraMode::Follow);
    else if (actor == model::ActorId::None && behind)
        goTo(render::CameraMode::Orbit);
}

} // namespace ghostline::app
