// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// What a run says of its actors and of itself, as declared properties.
#include "codecs/recording/format/event.h"
#include "model/replay/replay_info.h"

namespace ghostline::recording {

namespace actor_property {
enum Id : std::int32_t {
    Pose,
    OnFire,
    Sneaking,
    Sprinting,
    Swimming,
    Gliding,
    Riptide,
    Invisible,
    Glowing,
    Yaw,
    Pitch,
    Speed,
    VerticalSpeed,
    HeldSlot,
    HeldItem,
    FirstHotbar, ///< nine of them
    OffHand = FirstHotbar + 9,
    Helmet,
    Chestplate,
    Leggings,
    Boots,
    UsingItem,
    EntityNumber,
    Count
};
} // namespace actor_property

namespace match_property {
enum Id : std::int32_t {
    RunTime,
    RunTick,
    Checkpoints,
    LastCheckpoint,
    Resets,
    RunState,
    BlocksEdited,
    Count
};
} // namespace match_property

/// Values of RunState.
enum class RunPhase : std::int64_t { Waiting, Running, Finished, Reset };

/// Bits of EntityState::flags.
enum StateFlag : std::uint8_t {
    OnFireFlag = 0x01,
    SneakFlag = 0x02,
    RiptideFlag = 0x04,
    SprintFlag = 0x08,
    SwimFlag = 0x10,
    InvisibleFlag = 0x20,
    GlowFlag = 0x40,
    ElytraFlag = 0x80
};

/// Inventory slots that are shown: hotbar, off hand, armour; in the order of their properties.
inline constexpr int ShownSlots = 14;
inline constexpr int HotbarSlots = 9;
/// 0 to ShownSlots - 1, the property being FirstHotbar + that; -1 for a slot that is not shown.
int shownSlot(std::int32_t slot);

/// Actor and match properties, skeletons: the same for every run.
void declareProperties(model::ReplayInfo& info);

} // namespace ghostline::recording
