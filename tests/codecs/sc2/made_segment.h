// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// A segment over a game that was put together by hand.
#include "codecs/sc2/replay/describe.h"
#include "codecs/sc2/replay/segment.h"
#include "tests/codecs/sc2/story_game.h"

namespace ghostline::test {

using namespace ghostline::sc2;
using model::SamplePolicy;
using model::WorldState;

/// A segment over a game, with paths given by hand.
struct MadeSegment
{
    StoryGame game;
    std::shared_ptr<const ReplayData> data;
    std::shared_ptr<const UnitKinds> kinds;
    std::unique_ptr<Sc2Segment> segment;

    explicit MadeSegment(std::uint32_t loops = 2000);
    /// Ascending life; units without one have none.
    std::vector<std::vector<Waypoint>> paths;
    bool revealed = false; ///< no life was reported
    void build();
    WorldState at(std::uint32_t loop, double fraction = 0.0,
                  SamplePolicy policy = SamplePolicy::Interpolate) const;
    model::ActorId unit(std::size_t life) const { return ActorNumbers{2}.unit(life); }
    std::ptrdiff_t row(const WorldState& state, std::size_t life) const { return state.row(unit(life)); }
};

inline bool near(const glm::dvec3& a, const glm::dvec3& b) { return glm::length(a - b) < 1e-3; }

} // namespace ghostline::test
