// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// What a segment holds, and how one moment of it is read; made by buildSegment() only.
#include "codecs/ironcurtain/replay/segment.h"

namespace ghostline::ironcurtain {

/// Ticks are relative to the segment's first one: those before it are negative.
using LocalTick = std::int32_t;
inline constexpr LocalTick NoTick = std::numeric_limits<LocalTick>::max();
inline constexpr std::int32_t NoAngle = -1;

/// A place that was recorded.
struct Anchor
{
    enum How : std::uint32_t {
        Reported = 1, ///< by an event; otherwise by a keyframe
        Joined = 2,   ///< moves evenly toward the next one
        Jump = 4      ///< came here at once
    };
    LocalTick tick = 0;
    std::uint32_t how = 0;
    WorldPos at;
};

/// An angle at the keyframe and at the next one.
struct Turn
{
    std::int32_t from = NoAngle; ///< [0, 1024)
    std::int32_t to = NoAngle;
    bool joined = false; ///< near enough to each other in time
};
/// Shortest way round, clockwise at exactly half a turn; `f` in [0, 1]. [0, 1024).
double angleBetween(std::int32_t from, std::int32_t to, double f);

struct SegmentUnit
{
    std::uint32_t life = 0;
    LocalTick first = 0; ///< there from here on
    LocalTick end = 0;   ///< first tick at which it is gone
    std::uint32_t anchors = 0;
    std::uint32_t anchorEnd = 0;
    Turn facing;
    Turn turret;
    LocalTick finished = 0;          ///< Unfinished before
    LocalTick progressFrom = NoTick; ///< of a construction: what was done at which tick
    LocalTick progressTo = NoTick;
    float doneFrom = 0.0F; ///< %
    float doneTo = 0.0F;
    bool inKeyframe = false; ///< the keyframe has it
    bool building = false;   ///< never moves
};

/// Who is selected from a tick on: a run of positions in the segment's units.
struct SelectedRun
{
    std::uint32_t player = 0;
    LocalTick tick = 0;
    std::uint32_t begin = 0;
    std::uint32_t end = 0;
};

inline constexpr std::size_t UnitProperties = static_cast<std::size_t>(ActorProperty::FirstPlayerProperty);

struct SegmentData
{
    std::shared_ptr<const SegmentContext> context;
    SimTick first = 0;
    SimTick end = 0;
    LocalTick keyframe = NoTick;              ///< of the state it starts from, NoTick when there is none
    LocalTick next = NoTick;                  ///< of the one it ends at
    std::vector<SegmentUnit> units;           ///< ascending by life
    std::vector<Anchor> anchors;              ///< by unit, ascending by tick
    std::vector<model::PropertyValue> values; ///< units x UnitProperties
    std::shared_ptr<const PlayerTable> players;
    std::vector<SelectedRun> runs;       ///< by player, ascending by tick
    std::vector<std::uint32_t> selected; ///< ascending within a run
    std::vector<LayerPtr> layers;
};

class ReplaySegment final : public model::Segment
{
public:
    explicit ReplaySegment(SegmentData data) : m_data(std::move(data)) {}
    model::FrameRange frames() const override;
    std::size_t bytes() const override;
    void sample(model::FrameTime at, model::SamplePolicy policy, model::WorldState& out) const override;

private:
    struct Moment;
    bool there(const SegmentUnit& unit, const Moment& moment) const;
    void placeUnit(const Moment& moment, std::size_t unit, std::size_t row, model::WorldState& out) const;
    void placeBetween(const Moment& moment, const SegmentUnit& unit, std::size_t row,
                      model::WorldState& out) const;
    void describeUnit(const Moment& moment, std::size_t unit, std::size_t row, model::WorldState& out) const;
    void placePlayer(const Moment& moment, std::size_t player, model::WorldState& out) const;
    void placeCamera(const Moment& moment, std::size_t player, model::WorldState& out) const;
    void fillSelected(const Moment& moment, model::WorldState& out) const;

    SegmentData m_data;
};

/// What is known of a player at a tick.
struct FigureQuery
{
    const SegmentContext& context;
    const PlayerState* state = nullptr; ///< at the keyframe, null when it says nothing of the player
    SimTick stateTick = 0;
    std::size_t player = 0;
    SimTick tick = 0;
    double fraction = 0.0;
    bool exactOnly = false; ///< only what the keyframe says
    bool estimate = true;   ///< credits and countdowns between reports
};
/// What a player's statistics are of, in whole or in part.
enum class FigureOrigin { Keyframe, ReportNow, ReportBefore };

} // namespace ghostline::ironcurtain
