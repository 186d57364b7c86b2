// SPDX-License-Identifier: GPL-3.0-or-later
#include "render/actor_shape.h"

#include <algorithm>

namespace ghostline::render {

namespace {

constexpr float TrafficLightHalf = 2.6F;   // metres; heads are recognised by shape, not by a recorded box
constexpr float TrafficLightWidth = 0.11F; // of the height
constexpr float UnfinishedHeight = 0.35F;  // of the whole

} // namespace

DrawnShape drawnShape(model::ActorShape shape, const glm::vec3& centre, const glm::vec3& half,
                      bool background)
{
    using model::ActorShape;
    DrawnShape s;
    s.mesh = meshFor(shape);
    s.view = shape == ActorShape::View;
    s.drawable = shape != ActorShape::None;
    s.centre = centre;
    s.half = glm::max(half, glm::vec3(0.02F));
    if (s.mesh == MeshKind::TrafficLight) {
        const float height = std::clamp(s.half.y, TrafficLightHalf, 4.0F);
        s.half = {height * TrafficLightWidth, height, height * TrafficLightWidth};
        s.centre = {0.0F, height, 0.0F};
    }
    s.background = background;
    s.shadow = !background && !s.view && s.mesh != MeshKind::Box && s.mesh != MeshKind::Marker &&
               s.mesh != MeshKind::Puck && s.mesh != MeshKind::Hexagon && shape != ActorShape::Body;
    s.round = shape != ActorShape::Box && shape != ActorShape::Vehicle && shape != ActorShape::TrafficLight &&
              shape != ActorShape::Marker && shape != ActorShape::Arrow && shape != ActorShape::Hexagon;
    return s;
}

DrawnShape unfinished(const DrawnShape& shape)
{
    DrawnShape low = shape;
    low.half.y *= UnfinishedHeight;
    low.centre.y -= shape.half.y - low.half.y;
    return low;
}

} // namespace ghostline::render
