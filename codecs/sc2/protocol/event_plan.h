// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// How the game events of one table are read fast: every event type as a flat list of steps that put the
// values the viewer uses into a few numbered slots and step over the others.
#include "codecs/sc2/protocol/game_events.h"

namespace ghostline::sc2 {

/// Values that the columns are made from.
enum class Slot : std::uint8_t {
    Flags,
    Ability,
    AbilityIndex,
    OtherUnit,
    TargetKind,
    Player,
    Link,
    Tag,
    X,
    Y,
    Z,
    Data,
    Group,
    Update,
    SubgroupLink,
    SubgroupCount,
    SubgroupPriority,
    SubgroupIntra,
    Distance,
    Pitch,
    Yaw,
    Which,
    Reason,
    Recipient,
    FirstResource,
    Count = FirstResource + 4
};

enum class Op : std::uint8_t {
    End,
    Skip,        ///< `value` bits
    SkipValue,   ///< a value of type `value`
    Read,        ///< `bits` bits above `value`, into `slot`
    Set,         ///< `value` into `slot`
    IfPresent,   ///< one bit; not set: go on at `next`
    Choose,      ///< `bits` bits of tag: go on at branch `next` + tag, of which there are `value`
    Jump,        ///< go on at `next`
    MaskBits,    ///< a bit array of the type `value`: what a selection loses
    MaskIndices, ///< an array of the type `value`: positions in a selection; `slot` is the MaskKind
    Tags,        ///< an array of the type `value`: units that a selection gains
    Subgroups,   ///< an array of the type `value`, each item by the steps that follow, up to `next`
    Resources    ///< an array of the type `value`
};

struct Step
{
    Op op = Op::End;
    std::uint8_t bits = 0;
    std::uint8_t slot = 0;
    std::uint32_t next = 0;
    std::int64_t value = 0;
};

struct EventPlan
{
    GameEventKind kind = GameEventKind::Other;
    std::uint16_t type = 0; ///< position in Protocol::game
    std::uint32_t first = 0;
    float pointScale = 1.0F;  ///< cells in a unit of X and Y
    float cameraScale = 1.0F; ///< the same of Distance; angles are in units of as many eighths of a circle
};

struct GamePlan
{
    static constexpr std::size_t EventIds = 128; ///< 7 bits
    static constexpr std::uint32_t NoBranch = 0xFFFFFFFF;
    static constexpr std::uint8_t NoPlan = 0xFF;

    std::array<std::uint8_t, EventIds> byId{};
    std::vector<EventPlan> events;
    std::vector<Step> steps;
    std::vector<std::uint32_t> branches;
};

/// Made at the first use of a table and kept. Thread-safe.
const GamePlan& gamePlan(const Protocol& protocol);

} // namespace ghostline::sc2
