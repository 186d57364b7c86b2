// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// Parts of vehicles: wheels, steered as recorded and turned as far as the vehicle goes, and two-wheelers with
// whoever rides them. No GL.
#include "model/replay/replay_info.h"
#include "model/world/world_state.h"
#include "render/actors/instance.h"
#include "render/actors/made_up_body.h"

#include <span>

namespace ghostline::render {

/// Nothing in here allocates per frame, beyond what the caller's vectors grow.
class VehicleParts
{
public:
    void setCast(const model::ReplayInfo& info);
    std::span<const model::VehicleWheel> wheels(model::ActorId actor) const;
    /// True for two-wheelers with somebody on them: frame and rider take the place of the vehicle's mesh.
    bool ridden(model::ActorId actor) const;

    /// Where a vehicle is, and how far it has come.
    struct Stand
    {
        glm::vec3 position{0.0F}; ///< of its own axes, relative to the floating origin
        double metres = 0.0;
    };
    /// For MeshKind::Wheel.
    void appendWheels(std::vector<Instance>& out, const model::WorldState& state, std::size_t row,
                      const Stand& stand) const;

    /// What is under the rider: tubes for MeshKind::Cylinder, blocks for MeshKind::Box.
    struct FrameParts
    {
        std::vector<Instance>& tubes;
        std::vector<Instance>& blocks;
    };
    /// Of one that is ridden.
    void appendFrame(const FrameParts& out, const model::WorldState& state, std::size_t row,
                     const Stand& stand, const glm::vec4& colour) const;
    void sitRider(const model::WorldState& state, std::size_t row, const Stand& stand, BodyFigure& out) const;

private:
    float steered(const model::WorldState& state, std::size_t row, int steer) const;
    bool pedalled(model::ActorId actor) const
    {
        return m_riders[model::index(actor)] == model::Rider::Pedals;
    }

    std::vector<model::VehicleWheel> m_wheels; ///< of all vehicles, one after the other
    std::vector<std::uint32_t> m_first;        ///< by actor: its first wheel; one more at the end
    std::vector<model::Rider> m_riders;        ///< by actor
    std::vector<model::ActorPropertyId> m_steer;
};

} // namespace ghostline::render
