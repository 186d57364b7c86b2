// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// A decoded stretch of replay, from one keyframe up to the next: immutable, shared, knows its size.
#include "model/interpolation.h"
#include "model/time_types.h"
#include "model/world_state.h"

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

} // namespace ghostline::model
