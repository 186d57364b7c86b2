// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// How a recording is first looked at: as somebody who opens one of its kind wants it. Decided from what it
// holds, never from its format's name.
#include "model/replay/replay_info.h"
#include "model/world/scene_description.h"
#include "render/camera/camera.h"

namespace ghostline::app {

struct FirstSight
{
    /// Orbit: everybody in view. TopDown: the whole map. Follow: behind `subject`. Director: the play.
    render::CameraMode mode = render::CameraMode::Orbit;
    model::ActorId subject = model::ActorId::None;

    friend bool operator==(const FirstSight&, const FirstSight&) = default;
};

/// As far as is known now: surroundings that are still to come may change it.
FirstSight firstSight(const model::ReplayInfo& info, const model::SceneDescription& scene);

} // namespace ghostline::app
