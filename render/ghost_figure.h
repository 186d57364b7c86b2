// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// An actor of another recording in this one's picture: translucent, in a colour of its own, never picked.
#include "model/actor.h"
#include "model/skeleton.h"
#include "model/world_state.h"

#include <span>

namespace ghostline::render {

/// What it refers to must live until the call that takes it returns.
struct GhostFigure
{
    int id = 0;
    int hue = 0;                               ///< index into the theme's series colours
    const model::ActorInfo* info = nullptr;    ///< of its own cast: shape and size
    const model::Skeleton* skeleton = nullptr; ///< null = none
    glm::dvec3 position{0.0};                  ///< world space, metres
    glm::quat orientation{1.0F, 0.0F, 0.0F, 0.0F};
    std::span<const model::BonePose> bones{};
    QString name{}; ///< label; shared, so that copying it allocates nothing
};

} // namespace ghostline::render
