// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// One segment from made-up keyframes and events, and what is seen of an actor in it.
#include "codecs/ironcurtain/replay/replay_segment.h"
#include "tests/codecs/ironcurtain/made_state.h"

namespace ghostline::test {

inline constexpr SimTick Next = 300;
inline const Players TwoPlayers({{0, QStringLiteral("Zero"), {}, {}}, {2, QStringLiteral("Two"), {}, {}}});

Bytes numbers(std::initializer_list<std::int32_t> values);
Bytes buildingOf(BuildState state, std::uint16_t progress);
inline Slots unitAt(std::int32_t x, std::int32_t y, std::int32_t facing = 0)
{
    return {{0, identityOf(1, 0)}, {1, placeOf(x, y)}, {2, numbers({facing})}};
}

/// Two keyframes and what was told between them.
struct SegmentMatch
{
    MadeState from = smallState(0);
    MadeState to = smallState(Next);
    bool hasFrom = true;
    bool hasTo = true;
    std::optional<MadeState> before; ///< has whoever is there from the start
    SimTick first = 0;
    SimTick last = Next; ///< of the replay
    std::vector<AnalysisEvent> events;
    std::vector<std::vector<UnitPlace>> places; ///< what samples point at
    SimTick maxGap = 300;

    SegmentMatch();
    void place(SimTick tick, UnitTag tag, std::int32_t x, std::int32_t y);
    std::shared_ptr<const model::Segment> segment() const;
};

inline constexpr model::ActorId unit(std::uint32_t life) { return static_cast<model::ActorId>(4 + life); }

struct Seen
{
    bool there = false;
    double x = 0.0;
    double z = 0.0;
    model::Provenance provenance{};
    model::ActorFlags flags = 0;
    glm::vec3 velocity{0.0F};
    glm::quat turn{1.0F, 0.0F, 0.0F, 0.0F};
    std::vector<model::PropertyValue> values;
    model::PropertyValue value(ActorProperty p) const { return values[static_cast<std::size_t>(p)]; }
};
Seen look(const model::Segment& segment, model::FrameTime at, model::ActorId who,
          model::SamplePolicy policy = model::SamplePolicy::Interpolate);

} // namespace ghostline::test
