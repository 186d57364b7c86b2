// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/gui/view/camera_look.h"

#include "app/gui/view/saved_view.h"
#include "model/replay/named_actors.h"
#include "model/time/time_text.h"

namespace ghostline::app {

namespace {

/// The first actor the recording is about that is there now, for cameras that need one.
model::ActorId subjectOf(const model::ReplayInfo& info, const model::WorldState& state)
{
    for (const bool principalOnly : {true, false}) {
        for (std::size_t i = 0; i < state.size(); ++i) {
            const model::ActorInfo* actor = info.actor(state.ids[i]);
            if (actor != nullptr && !actor->background && (actor->principal || !principalOnly) &&
                (state.flags[i] & model::Hidden) == 0)
                return state.ids[i];
        }
    }
    return model::ActorId::None;
}

bool needsSomebody(render::CameraMode mode)
{
    return mode == render::CameraMode::Follow || mode == render::CameraMode::FirstPerson;
}

/// The place of one of the scene's cameras by its name, -1 = there is none.
int sceneCameraNamed(const QString& name, const model::SceneDescription& scene)
{
    for (std::size_t i = 0; i < scene.cameras.size(); ++i) {
        if (scene.cameras[i].name.compare(name, Qt::CaseInsensitive) == 0)
            return static_cast<int>(i);
    }
    return -1;
}

tl::unexpected<model::Error> refuse(const QString& why)
{
    return model::fail(model::ErrorCode::InvalidArgument, why);
}

/// As lookAgain() does it in the window.
model::Result<CameraLook> savedLook(int number, const model::ReplayInfo& info,
                                    const model::SceneDescription& scene, const QString& replayPath)
{
    const auto view = loadView(replayPath, number);
    if (!view)
        return refuse(QStringLiteral("there is no saved view %1").arg(number));
    CameraLook out;
    out.look.followed = view->followed.in(info);
    if (const int station = sceneCameraNamed(view->camera, scene); station >= 0) {
        out.look.mode = render::CameraMode::Scene;
        out.look.sceneCamera = station;
        return out;
    }
    const auto mode = cameraFromWord(view->camera).value_or(render::CameraMode::Orbit);
    if (mode == render::CameraMode::Director || mode == render::CameraMode::Path ||
        (needsSomebody(mode) && out.look.followed != model::ActorId::None)) {
        out.look.mode = mode;
        return out;
    }
    out.look.mode = view->pose.orthographic ? render::CameraMode::TopDown : render::CameraMode::Orbit;
    out.look.pose = view->pose;
    return out;
}

} // namespace

model::Result<CameraLook> cameraLook(const QString& name, const model::ReplayInfo& info,
                                     const model::WorldState& state, const model::SceneDescription& scene,
                                     const QString& replayPath)
{
    CameraLook out;
    if (name.isEmpty())
        return out;
    if (const auto mode = cameraFromWord(name)) {
        out.look.mode = *mode;
        if (needsSomebody(*mode))
            out.look.followed = subjectOf(info, state);
        return out;
    }
    if (const auto pose = poseFromWord(name)) {
        out.look.mode = pose->orthographic ? render::CameraMode::TopDown : render::CameraMode::Orbit;
        out.look.pose = pose;
        return out;
    }
    if (const auto place = placeFromWord(name)) {
        out.place = place;
        return out;
    }
    if (const auto number = savedViewFromWord(name))
        return savedLook(*number, info, scene, replayPath);
    if (const int station = sceneCameraNamed(name, scene); station >= 0) {
        out.look.mode = render::CameraMode::Scene;
        out.look.sceneCamera = station;
        return out;
    }
    QStringList sceneCameras;
    for (const model::SceneCamera& camera : scene.cameras)
        sceneCameras << camera.name;
    const auto shot = namedShotFrom(name);
    const model::ActorId actor = shot ? model::actorNamed(shot->actor, info, state) : model::ActorId::None;
    if (actor == model::ActorId::None)
        return refuse(noCameraText(name, sceneCameras));
    if (state.row(actor) < 0)
        return refuse(QStringLiteral("%1 is not there at %2")
                          .arg(info.actor(actor)->name, model::formatTime(state.time)));
    out.look.mode = shot->mode;
    out.look.followed = actor;
    return out;
}

QString noCameraText(const QString& name, const QStringList& sceneCameras)
{
    if (const auto shot = namedShotFrom(name))
        return QStringLiteral(
                   "there is no actor \"%1\" for --camera %2; `ghostline-cli info` lists ids and names")
            .arg(shot->actor, name);
    const QStringList known = QStringList{cameraWords()} + sceneCameras;
    return QStringLiteral("there is no camera \"%1\" here, only %2")
        .arg(name, known.join(QStringLiteral(", ")));
}

} // namespace ghostline::app
