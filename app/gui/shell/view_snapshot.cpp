// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/gui/shell/view_snapshot.h"

#include "app/gui/shell/view_area.h"
#include "app/gui/shell/view_strip.h"

namespace ghostline::app {

SavedView currentView(const ViewArea& area, const ReplaySession& session)
{
    SavedView view;
    view.camera = area.sceneCamera() >= 0 ? area.sceneCameras().value(area.sceneCamera())
                                          : cameraWord(area.cameraMode());
    view.pose = area.cameraPose();
    const model::ReplayInfo& info = session.info();
    view.selection = RememberedActor::of(info.actor(session.selection()));
    view.followed = RememberedActor::of(info.actor(session.followed()));
    view.layers = area.options();
    return view;
}

void lookAgain(const SavedView& view, ViewArea& area, ReplaySession& session)
{
    const model::ReplayInfo& info = session.info();
    const model::ActorId followed = view.followed.in(info);
    session.select(view.selection.in(info));
    session.follow(followed);
    const auto mode = cameraFromWord(view.camera);
    // One of the scene's own cameras comes back as that camera, not as the place where it was looking.
    if (!mode && area.chooseCamera(view.camera))
        return;
    const bool moves = mode == render::CameraMode::Director ||
                       ((mode == render::CameraMode::Follow || mode == render::CameraMode::FirstPerson) &&
                        followed != model::ActorId::None);
    if (moves)
        return area.setCameraMode(*mode);
    area.setCameraPose(view.pose);
    if (mode == render::CameraMode::Free)
        area.setCameraMode(*mode);
}

} // namespace ghostline::app
