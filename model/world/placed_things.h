// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// Things that the map places exactly, and recordings only to whole metres: they are drawn where the map has
// them. As with standing.h, only what is shown is moved; what was recorded is told and measured as it is.
#include "model/base/export.h"
#include "model/world/actor.h"
#include "model/world/scene_description.h"
#include "model/world/world_state.h"

#include <span>

namespace ghostline::model {

/// Moves what marks such things in a recording's own surroundings to where `placed` has them, and forgets
/// which they were.
GHOSTLINE_MODEL_EXPORT void moveMarks(SceneDescription& own, std::span<const PlacedThing> placed);

/// Which actors of a recording are such things, and where they go.
class GHOSTLINE_MODEL_EXPORT PlacedThings
{
public:
    /// Actors by their `nativeType`.
    void set(std::span<const PlacedThing> placed, std::span<const ActorInfo> cast);
    bool empty() const { return m_spots.empty(); }
    /// Moves those that are at the place that the recording rounds theirs to; heights stay. Allocates
    /// nothing.
    void snap(WorldState& state) const;

private:
    struct Spot
    {
        int type = 0;
        glm::ivec2 recorded{0};
        glm::dvec2 exact{0.0};
    };

    std::vector<Spot> m_spots;         ///< by type, then place
    std::vector<std::int16_t> m_types; ///< by the actor's number; -1 = no such thing
};

} // namespace ghostline::model
