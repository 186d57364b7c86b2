// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// What all layers of the 3D picture need for one frame: content, camera and size.
#include "render/actors/actor_styles.h"
#include "render/actors/recorded_cameras.h"
#include "render/base/ground_level.h"
#include "render/base/view_content.h"
#include "render/camera/camera.h"

namespace ghostline::render {

struct FrameView
{
    const ViewContent& content; ///< as it is shown: lifted onto the ground, see StandingContent
    const ActorStyles& styles;
    const RecordedCameras& cameras;
    const CameraPose& camera;
    QSizeF viewport;                                   ///< logical pixels
    glm::dvec3 origin{0.0};                            ///< floating origin
    model::ActorId firstPerson = model::ActorId::None; ///< the camera sits in this one
    const ViewContent& recorded;                       ///< the same, as it was recorded

    const model::ReplayInfo& info() const { return *content.index->info; }
    const model::WorldState& state() const { return *content.state; }
    const model::SceneDescription& scene() const { return *content.scene; }
    GroundLevel ground() const { return GroundLevel(scene()); }
};

} // namespace ghostline::render
