// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// A small made-up world for the render tests: every mesh kind, every provenance, a crossing.
#include "model/replay/replay_index.h"
#include "model/world/scene_description.h"
#include "model/world/world_state.h"
#include "render/view/viewport.h"

#include <glm/gtc/quaternion.hpp>

namespace ghostline::test {

struct World
{
    std::shared_ptr<model::ReplayInfo> info = std::make_shared<model::ReplayInfo>();
    model::WorldState state;
    model::SceneDescription scene;
    std::shared_ptr<const model::EventTable> events = std::make_shared<model::EventTable>();

    World();

    struct Spec
    {
        model::ActorShape shape = model::ActorShape::Box;
        model::ActorKind kind = model::ActorKind::Vehicle;
        glm::dvec3 position{0.0};
        float yaw = 0.0F; ///< degrees about +Y, 0 = faces +Z
        glm::vec3 half{0.5F};
        model::Provenance provenance = model::Provenance::Exact;
        bool background = false;
        int lamp = -1;
    };

    model::ActorId add(const Spec& spec, const QString& name = QStringLiteral("actor"));
    void quad(model::SceneRole role, float x0, float z0, float x1, float z1);
    std::shared_ptr<const model::ReplayIndex> index() const;
    /// A thousand boxes on a square, for counting and for measuring.
    static World boxes(int count);
    /// Every mesh kind, lamps of all states, one actor of each provenance, roads and a sidewalk.
    static World crossing();
    /// A walker of four bones, standing.
    static World skeleton();
};

} // namespace ghostline::test
