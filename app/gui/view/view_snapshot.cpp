// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/gui/view/view_snapshot.h"

#include "app/gui/view/view_area.h"
#include "app/gui/view/view_camera.h"
#include "app/gui/view/view_ghosts.h"
#include "app/gui/view/view_strip.h"

namespace ghostline::app {

SavedView currentView(const ViewArea& area, const ReplaySession& session)
{
    SavedView view;
    view.camera = area.camera().sceneCamera() >= 0
                      ? area.camera().sceneCameras().value(area.camera().sceneCamera())
                      : cameraWord(area.camera().mode());
    view.pose = area.camera().pose();
    const model::ReplayInfo& info = session.info();
    view.selection = RememberedActor::of(info.actor(session.actors()->selected()));
    view.followed = RememberedActor::of(info.actor(session.actors()->followed()));
    view.layers = area.ownOptions();
    return view;
}

void lookAgain(const SavedView& view, ViewArea& area, ReplaySession& session)
{
    const model::ReplayInfo& info = session.info();
    const model::ActorId followed = view.followed.in(info);
    session.actors()->select(view.selection.in(info));
    session.actors()->follow(followed);
    const auto mode = cameraFromWord(view.camera);
    // One of the scene's own cameras comes back as that camera, not as the place where it was looking.
    if (!mode && area.camera().choose(view.camera))
        return;
    const bool moves = mode == render::CameraMode::Director || mode == render::CameraMode::Path ||
                       ((mode == render::CameraMode::Follow || mode == render::CameraMode::FirstPerson) &&
                        followed != model::ActorId::None);
    if (moves)
        return area.camera().setMode(*mode);
    area.camera().setPose(view.pose);
    if (mode && render::flies(*mode))
        area.camera().setMode(*mode);
}

render::Look currentLook(const ViewArea& area, const ReplaySession& session)
{
    render::Look look;
    const ViewCamera& camera = area.camera();
    look.mode = camera.mode();
    look.sceneCamera = camera.sceneCamera();
    look.followed = session.actors()->followed();
    look.followedGhost = area.ghosts().isSplit() ? 0 : area.ghosts().followed();
    look.both = area.ghosts().framesBoth();
    // Elsewhere whoever is followed moves the camera.
    if (look.mode == render::CameraMode::Orbit || render::flies(look.mode) ||
        look.mode == render::CameraMode::TopDown)
        look.pose = camera.pose();
    return look;
}

} // namespace ghostline::app
