// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// Which actor is under the pointer: a ray against oriented boxes, on the CPU.
#include "render/actors/pick_box.h"
#include "render/camera/camera.h"

#include <span>

namespace ghostline::render {

/// Distance along the ray to the box, negative when it misses.
double hitDistance(const Ray& ray, const PickBox& box);

/// The nearest box that is hit; else the one whose centre is closest on the screen, within `slack` pixels.
model::ActorId pickActor(const CameraPose& camera, QPointF pixel, QSizeF viewport,
                         std::span<const PickBox> boxes, double slack = 9.0);

} // namespace ghostline::render
