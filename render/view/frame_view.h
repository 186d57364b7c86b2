// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// What all layers of the 3D picture need for one frame: content, camera and size.
#include "render/actors/actor_styles.h"
#include "render/actors/recorded_cameras.h"
#include "render/base/view_content.h"
#include "render/camera/camera.h"

namespace ghostline::render {

struct FrameView
{
    const ViewContent& content;
    const ActorStyles& styles;
    const RecordedCameras& cameras;
    const CameraPose& camera;
    QSizeF viewport;                                   ///< logical pixels
    glm::dvec3 origin{0.0};                            ///< floating origin
    model::ActorId firstPerson = model::ActorId::None; ///< the camera sits in this one

    const model::ReplayInfo& info() const { return *content.index->info; }
    const model::WorldState& state() const { return *content.state; }
};

} // namespace ghostline::render
