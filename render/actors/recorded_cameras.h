// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// The cameras that a replay recorded of its players. No GL.
#include "model/replay/replay_info.h"
#include "model/world/world_state.h"

#include <span>
#include <vector>

namespace ghostline::render {

class RecordedCameras
{
public:
    struct Camera
    {
        model::ActorId owner = model::ActorId::None;
        model::ActorId camera = model::ActorId::None;
    };

    void setCast(const model::ReplayInfo& info);
    bool empty() const { return m_cameras.empty(); }
    std::span<const Camera> all() const { return m_cameras; }
    /// The actor through whose eyes a first-person view of `actor` looks: for one without a body its recorded
    /// camera, while that is known; else the actor itself.
    model::ActorId eyesOf(const model::ReplayInfo& info, const model::WorldState& state,
                          model::ActorId actor) const;

private:
    std::vector<Camera> m_cameras;
};

} // namespace ghostline::render
