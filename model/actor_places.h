// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// What a segment may offer beside sample(): where one actor is, without the poses and properties of all.
#include "model/world_state.h"

namespace ghostline::model {

/// Where an actor is at a recorded frame.
struct ActorPlace
{
    glm::dvec3 position{0.0};
    bool jumped = false; ///< since the frame before: Discontinuity
    friend bool operator==(const ActorPlace&, const ActorPlace&) = default;
};

/// Nothing where the actor is not there or hidden.
GHOSTLINE_MODEL_EXPORT std::optional<ActorPlace> placeIn(const WorldState& state, ActorId actor);

/// Offered by segments to which one actor costs far less than everybody.
class GHOSTLINE_MODEL_EXPORT ActorPlaces
{
public:
    virtual ~ActorPlaces();
    /// placeIn() what sample() says at a frame of the segment. Thread-safe, allocates nothing.
    virtual std::optional<ActorPlace> actorPlace(ActorId actor, FrameNumber frame) const = 0;
};

} // namespace ghostline::model
