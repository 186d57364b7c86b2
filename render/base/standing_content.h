// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// What a picture shows, lifted onto the ground where the recording tells no heights, vehicles leaning with
// its slopes. See model/world/standing.h; and what the map places more exactly, see
// model/world/placed_things.h.
#include "model/world/placed_things.h"
#include "render/base/slope_tilt.h"
#include "render/base/view_content.h"

#include <vector>

namespace ghostline::render {

/// Lifts actors, trails and ghosts; what lies on the ground is lifted by whoever lays it out. Allocates
/// nothing for a new state once it has grown.
class StandingContent
{
public:
    /// As it is shown. `changes`: what is new in it since the last call.
    const ViewContent& show(const ViewContent& given, ViewChanges& changes);
    const ViewContent& shown() const { return m_shown; }

private:
    void takeCast(const model::ReplayInfo& info);
    void takePlaced(const ViewContent& given);
    void liftState(const model::HeightField& ground, const ViewContent& given);
    void liftGhosts(const model::HeightField& ground, const ViewContent& given);
    Shared<std::vector<Trail>> liftTrails(const model::HeightField& ground, const std::vector<Trail>& given);

    ViewContent m_shown;
    model::PlacedThings m_placed;                 ///< of the scene and the cast that are shown
    std::vector<model::ActorId> m_cameras;        ///< ascending
    SlopeTilt m_tilt;                             ///< of the cast
    const model::HeightField* m_ground = nullptr; ///< lifted by; lives as long as the scene that is shown
    Recycler<model::WorldState> m_states;
    Recycler<GhostFrame> m_frames;
    Recycler<std::vector<Trail>> m_trails;
    std::vector<GhostFigure> m_figures; ///< these two are kept for their memory
    std::vector<model::BonePose> m_bones;
};

} // namespace ghostline::render
