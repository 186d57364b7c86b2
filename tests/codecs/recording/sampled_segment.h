// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// A segment asked for one state.
#include "model/replay/segment.h"

#include <memory>

namespace ghostline::test {

using model::SamplePolicy;
using model::WorldState;

inline WorldState at(const std::shared_ptr<const model::Segment>& segment, std::int64_t tick,
                     double fraction = 0.0, SamplePolicy policy = SamplePolicy::Interpolate)
{
    WorldState out;
    segment->sample({tick, fraction}, policy, out);
    return out;
}

} // namespace ghostline::test
