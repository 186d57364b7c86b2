// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// What a camera word means for a picture that is drawn without a window.
#include "app/gui/view/camera_words.h"
#include "model/base/error.h"
#include "model/replay/replay_info.h"
#include "model/world/scene_description.h"
#include "model/world/world_state.h"
#include "render/view/offscreen_view.h"

namespace ghostline::app {

struct CameraLook
{
    render::Look look;
    std::optional<PlaceShot> place; ///< to be brought into view, whatever the look says
};

/// Where a camera word looks from in this recording at this instant. `name`: see Clip::camera; empty looks at
/// everybody. `replayPath`: whose saved views. InvalidArgument names what there is instead.
model::Result<CameraLook> cameraLook(const QString& name, const model::ReplayInfo& info,
                                     const model::WorldState& state, const model::SceneDescription& scene,
                                     const QString& replayPath);

/// What is said of a camera that there is not, in a recording with these scene cameras.
QString noCameraText(const QString& name, const QStringList& sceneCameras);

} // namespace ghostline::app
