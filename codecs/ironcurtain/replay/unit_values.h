// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// What is told of a unit beside its place, and does not change within a segment.
#include "codecs/ironcurtain/replay/segment.h"

namespace ghostline::ironcurtain {

/// A unit as the keyframes around a segment and events know it.
struct UnitFacts
{
    const Life& life;
    const Entity* from = nullptr; ///< in the keyframe
    const Entity* to = nullptr;   ///< in the next one
};
/// `values`: the properties of one unit, all of them absent.
void fillUnitValues(const SegmentContext& context, const UnitFacts& unit,
                    std::span<model::PropertyValue> values);

} // namespace ghostline::ironcurtain
