// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// From one keyframe up to the next: who is there, where, and how that is known. Sparse: a few numbers for
// each unit and its anchors, never a row for each tick.
#include "codecs/ironcurtain/derived/declare.h"
#include "codecs/ironcurtain/replay/looks.h"
#include "codecs/ironcurtain/replay/map_layers.h"
#include "codecs/ironcurtain/replay/match_log.h"
#include "model/replay/segment.h"
#include "model/time/time_axis.h"

namespace ghostline::ironcurtain {

/// What every segment of a revision shares.
struct SegmentContext
{
    Players players;
    std::shared_ptr<const Kinds> kinds;
    std::shared_ptr<const MatchLog> log;
    PowerList powers;
    std::size_t propertyCount = 0;
    std::shared_ptr<const model::StringTable> strings; ///< of the revision's ReplayInfo
    std::vector<model::StringId> typeNames;            ///< by InternedId
    std::shared_ptr<const Looks> looks;
    std::shared_ptr<ResourceLayers> resources;
    std::vector<std::uint32_t> byBirth; ///< lives by their first tick, see birthOrder()
    model::TimeAxis axis;
    int msPerTick = 67;
    SimTick maxGap = 300; ///< anchors farther apart are not joined
    SimTick lastTick = 0;
};

/// Positions in `lives`, ascending by first tick.
std::vector<std::uint32_t> birthOrder(const Lives& lives);

struct SegmentInput
{
    /// What the stretch before begins with, for who jumped to where `from` has them; null: nobody asks.
    std::shared_ptr<const SimState> before;
    /// At the keyframe, or at the last one before it that can be read; null when there is none.
    std::shared_ptr<const SimState> from;
    std::shared_ptr<const SimState> to; ///< at the next one that can be read; null behind the last
    SimTick first = 0;
    SimTick end = 0; ///< first tick of the next segment
};

/// The events that matter to a segment: a bounded number of ticks, however far away the keyframes are.
struct EventWindow
{
    SimTick first = 0;
    SimTick last = 0; ///< before `first` when there are none
    bool cut = false; ///< some that were told since the last keyframe lie before it, see LastPlaces
};
EventWindow eventWindow(const SegmentInput& input, SimTick lastTick);

/// `events`: visits those of eventWindow() in order.
model::Result<std::shared_ptr<const model::Segment>> buildSegment(
    std::shared_ptr<const SegmentContext> context, const SegmentInput& input,
    const std::function<model::Result<void>(const std::function<void(const AnalysisEvent&)>&)>& events);

/// The larger of 300 ticks and the most frequent spacing of keyframes, at most LongestGap.
SimTick interpolationGap(std::span<const KeyframeEntry> keyframes);

} // namespace ghostline::ironcurtain
