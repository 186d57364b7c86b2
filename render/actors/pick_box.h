// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// How much room an actor takes, turned as it is: what is picked, labelled and framed.
#include "model/world/actor.h"

#include <glm/glm.hpp>
#include <glm/gtc/quaternion.hpp>

namespace ghostline::render {

/// In world space; `half` along its own axes, metres.
struct PickBox
{
    model::ActorId actor = model::ActorId::None;
    glm::dvec3 centre{0.0};
    glm::quat orientation{1.0F, 0.0F, 0.0F, 0.0F};
    glm::vec3 half{0.5F};
};

} // namespace ghostline::render
