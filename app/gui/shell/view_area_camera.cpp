// SPDX-License-Identifier: GPL-3.0-or-later
// The view's cameras: modes, the scene's own ones, whom they follow.
#include "app/gui/shell/replay_views.h"
#include "app/gui/shell/replay_words.h"
#include "app/gui/shell/view_area.h"
#include "app/gui/shell/view_strip.h"

#include <utility>

namespace ghostline::app {

void ViewArea::connectCamera()
{
    connect(m_strip, &ViewStrip::cameraChosen, this, &ViewArea::wishCameraMode);
    connect(m_strip, &ViewStrip::sceneCameraChosen, this, &ViewArea::setSceneCamera);
    if (m_viewport == nullptr)
        return;
    connect(m_viewport, &render::Viewport::cameraModeLeft, this, &ViewArea::showMode);
    connect(m_viewport, &render::Viewport::cameraChanged, this, &ViewArea::cameraMoved);
}

/// What the view does now, for everything that shows it.
void ViewArea::showMode(render::CameraMode mode)
{
    m_mode = mode;
    m_strip->setCamera(mode, m_place);
    showHeadings();
    Q_EMIT cameraModeChanged(mode);
}

void ViewArea::setScene(const model::SceneDescription& scene)
{
    const QString place = m_mode == render::CameraMode::Scene ? m_sceneCameras.value(m_place) : QString();
    m_views->setScene(scene);
    m_strip->setSceneNote(scene.name.isEmpty() ? shownName(scene.note) : scene.name, shownName(scene.note));
    m_sceneCameras.clear();
    for (const model::SceneCamera& camera : scene.cameras)
        m_sceneCameras << camera.name;
    m_strip->setSceneCameras(m_sceneCameras);
    Q_EMIT sceneChanged(scene);
    Q_EMIT sceneCamerasChanged(m_sceneCameras);
    // Read again, the scene has its cameras again; another one has others.
    if (!place.isEmpty() && !chooseCamera(place))
        setCameraMode(render::CameraMode::Orbit);
    // A stage is first seen whole and from its side, until somebody wants something else.
    if (m_stagePending && m_viewport != nullptr && !scene.cameras.empty()) {
        m_stagePending = false;
        if (m_mode == render::CameraMode::Orbit)
            m_viewport->fitStage(scene);
    }
    const bool known = m_session != nullptr && (!m_sceneCameras.isEmpty() || m_session->index()->complete);
    if (m_wantedCamera.isEmpty() || !known)
        return;
    const QString wanted = std::exchange(m_wantedCamera, {});
    if (!chooseCamera(wanted))
        Q_EMIT cameraNotFound(wanted);
}

/// For cameras that need somebody: the selected actor, else the first one the recording is about.
model::ActorId ViewArea::somebody() const
{
    model::ActorId actor = m_session->selection();
    for (const model::ActorInfo& info : m_session->info().cast) {
        if (actor == model::ActorId::None && info.principal && m_session->state().row(info.id) >= 0)
            actor = info.id;
    }
    if (actor == model::ActorId::None && m_session->state().size() > 0)
        actor = m_session->state().ids.front();
    return actor;
}

void ViewArea::setCameraMode(render::CameraMode mode)
{
    if (m_viewport == nullptr || mode == render::CameraMode::Scene)
        return;
    const bool needsActor = mode == render::CameraMode::Follow || mode == render::CameraMode::FirstPerson;
    if (needsActor && m_session != nullptr && !attends()) {
        const model::ActorId actor = somebody();
        m_session->select(actor);
        m_session->follow(actor);
    }
    if (mode == render::CameraMode::Follow && m_session != nullptr && keepsToActors() &&
        m_viewport->seesWithCamera(m_session->followed()))
        mode = render::CameraMode::FirstPerson;
    m_viewport->setCameraMode(mode);
    passMode(mode);
    showMode(mode);
}

void ViewArea::wishCameraMode(render::CameraMode mode)
{
    const bool needsActor = mode == render::CameraMode::Follow || mode == render::CameraMode::FirstPerson;
    if (needsActor && m_session != nullptr && keepsToActors() &&
        m_session->followed() != model::ActorId::None) {
        const model::ActorId actor = m_session->selection();
        if (actor != model::ActorId::None && m_session->state().row(actor) >= 0)
            m_session->follow(actor);
    }
    setCameraMode(mode);
}

void ViewArea::setSceneCamera(int place)
{
    if (m_viewport == nullptr || place < 0 || place >= m_sceneCameras.size())
        return;
    m_place = place;
    m_viewport->setSceneCamera(place);
    showMode(render::CameraMode::Scene);
}

bool ViewArea::chooseCamera(const QString& name)
{
    if (const auto mode = cameraFromWord(name)) {
        setCameraMode(*mode);
        return true;
    }
    for (qsizetype i = 0; i < m_sceneCameras.size(); ++i) {
        if (m_sceneCameras[i].compare(name, Qt::CaseInsensitive) == 0) {
            setSceneCamera(static_cast<int>(i));
            return true;
        }
    }
    if (m_sceneCameras.isEmpty())
        m_wantedCamera = name;
    return false;
}

bool ViewArea::followPlay()
{
    if (m_session == nullptr)
        return false;
    for (const model::ActorInfo& info : m_session->info().cast) {
        if (!info.focus || m_session->state().row(info.id) < 0)
            continue;
        m_session->follow(info.id);
        setCameraMode(render::CameraMode::Follow);
        return true;
    }
    return false;
}

void ViewArea::lookAt(const glm::dvec3& place)
{
    if (m_viewport == nullptr) {
        m_map->centreOn(place);
        return;
    }
    if (m_mode != render::CameraMode::Free && m_mode != render::CameraMode::TopDown)
        setCameraMode(render::CameraMode::Orbit);
    render::CameraPose pose = m_viewport->camera().goal();
    const glm::dvec3 move = place - pose.target;
    pose.position += move;
    pose.target += move;
    m_viewport->camera().setPose(pose);
    m_viewport->requestUpdate();
    Q_EMIT cameraMoved();
}

void ViewArea::showPlace(const glm::dvec3& place, double radius)
{
    constexpr double Smallest = 12.0; // metres round a point
    using render::CameraMode;
    if (m_viewport == nullptr) {
        m_map->centreOn(place);
        return;
    }
    if (m_mode != CameraMode::Orbit && m_mode != CameraMode::Free && m_mode != CameraMode::TopDown)
        return;
    m_stagePending = false; // whoever wants to see this no longer waits for the whole stage
    m_viewport->lookAt(place, std::max(radius, Smallest));
    Q_EMIT cameraMoved();
}

render::CameraPose ViewArea::cameraPose() const
{
    return m_viewport != nullptr ? m_viewport->camera().pose() : render::CameraPose{};
}

void ViewArea::setCameraPose(const render::CameraPose& pose)
{
    if (m_viewport == nullptr)
        return;
    setCameraMode(pose.orthographic ? render::CameraMode::TopDown : render::CameraMode::Orbit);
    m_viewport->camera().setPose(pose);
    m_viewport->requestUpdate();
}

void ViewArea::fitAll() { m_views->first().fitAll(); }

void ViewArea::fitSelection() { m_views->first().fitSelection(); }

void ViewArea::onFollowed()
{
    const model::ActorId actor = m_session->followed();
    if (!isSplit() || actor == model::ActorId::None)
        attendTo(0, GhostShot::None); // whoever follows an actor leaves the ghost
    m_views->first().setFollowed(actor);
    showHeadings();
    const bool behind = m_mode == render::CameraMode::Follow || m_mode == render::CameraMode::FirstPerson;
    const bool fromInside =
        m_mode == render::CameraMode::Follow && m_viewport != nullptr && m_viewport->seesWithCamera(actor);
    if (actor != model::ActorId::None && (!behind || fromInside) && m_mode != render::CameraMode::TopDown)
        setCameraMode(render::CameraMode::Follow);
    else if (actor == model::ActorId::None && behind)
        setCameraMode(render::CameraMode::Orbit);
}

} // namespace ghostline::app
