// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// Bounds of what a camera frames: without outliers, with the cells near by.
#include "render/actors/actor_styles.h"
#include "render/base/view_content.h"

namespace ghostline::render {

/// Of the actors that are drawn, without parked, background and far-off ones, and of the cells near them. Of
/// the scene when there are no such actors.
model::Bounds actorBounds(const ViewContent& content, const ActorStyles& styles);
/// Of a whole scene; extended to the actors when most of them are outside of it.
model::Bounds stageBounds(const ViewContent& content, const ActorStyles& styles,
                          const model::SceneDescription& scene);
model::Bounds boundsOf(const ViewContent& content, const ActorStyles& styles, model::ActorId actor);

} // namespace ghostline::render
