// SPDX-License-Identifier: GPL-3.0-or-later
// Ray against oriented boxes by slabs; a far actor of two pixels is still easy to hit.
#include "render/actors/picking.h"

#include <algorithm>
#include <cmath>
#include <limits>

namespace ghostline::render {

double hitDistance(const Ray& ray, const PickBox& box)
{
    const glm::dquat toLocal = glm::conjugate(glm::dquat(box.orientation));
    const glm::dvec3 origin = toLocal * (ray.origin - box.centre);
    const glm::dvec3 direction = toLocal * ray.direction;
    double first = 0.0;
    double last = std::numeric_limits<double>::max();
    for (int axis = 0; axis < 3; ++axis) {
        const double half = static_cast<double>(box.half[axis]);
        if (std::abs(direction[axis]) < 1e-12) {
            if (std::abs(origin[axis]) > half)
                return -1.0;
            continue;
        }
        const double a = (-half - origin[axis]) / direction[axis];
        const double b = (half - origin[axis]) / direction[axis];
        first = std::max(first, std::min(a, b));
        last = std::min(last, std::max(a, b));
        if (first > last)
            return -1.0;
    }
    return first;
}

model::ActorId pickActor(const CameraPose& camera, QPointF pixel, QSizeF viewport,
                         std::span<const PickBox> boxes, double slack)
{
    const Ray ray = rayThrough(camera, pixel, viewport);
    model::ActorId hit = model::ActorId::None;
    model::ActorId near = model::ActorId::None;
    double nearest = std::numeric_limits<double>::max();
    double closest = slack * slack;
    for (const PickBox& box : boxes) {
        const double t = hitDistance(ray, box);
        if (t >= 0.0 && t < nearest) {
            nearest = t;
            hit = box.actor;
        }
        if (const std::optional<QPointF> at = project(camera, box.centre, viewport)) {
            const QPointF d = *at - pixel;
            const double squared = d.x() * d.x() + d.y() * d.y();
            if (squared <= closest) {
                closest = squared;
                near = box.actor;
            }
        }
    }
    return hit != model::ActorId::None ? hit : near;
}

} // namespace ghostline::render
