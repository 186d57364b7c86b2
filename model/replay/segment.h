// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// A decoded stretch of replay, from one keyframe up to the next: immutable, shared, knows its size.
#include "model/base/time_types.h"
#include "model/world/interpolation.h"
#include "model/world/world_state.h"

namespace ghostline::model {

/// sample() may be called from several threads at once and costs the same at any frame.
class Segment
{
public:
    virtual ~Segment() = default;
    /// Frames that can be sampled; places between the last of them and the next segment's first included.
    virtual FrameRange frames() const = 0;
    /// Heap bytes held, for the cache budget.
    virtual std::size_t bytes() const = 0;
    /// Fills `out` for a place with frames().contains(at.frame). Allocates nothing once `out` is warm.
    virtual void sample(FrameTime at, SamplePolicy policy, WorldState& out) const = 0;
};

/// Where an actor is at a recorded frame.
struct ActorPosition
{
    glm::dvec3 position{0.0};
    bool jumped = false; ///< since the frame before: Discontinuity
    friend bool operator==(const ActorPosition&, const ActorPosition&) = default;
};

/// Nothing where the actor is not there or hidden.
GHOSTLINE_MODEL_EXPORT std::optional<ActorPosition> positionIn(const WorldState& state, ActorId actor);

/// Implemented by segments that can locate one actor far more cheaply than by sampling a whole state.
class GHOSTLINE_MODEL_EXPORT ActorPositions
{
public:
    virtual ~ActorPositions();
    /// The same as positionIn() of what sample() gives at a frame of the segment. Thread-safe, allocates
    /// nothing.
    virtual std::optional<ActorPosition> actorPosition(ActorId actor, FrameNumber frame) const = 0;
};

} // namespace ghostline::model
