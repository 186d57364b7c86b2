// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// The events of the stream as values. Texts and NBT point into the chunk they were read from.
#include "codecs/recording/format/primitives.h"
#include "model/base/error.h"

#include <span>
#include <string_view>
#include <variant>

namespace ghostline::recording {

/// S1: the published draft, version byte 1. H4, H5: the files real servers write, versions 4 and 5.
enum class Profile : std::uint8_t { S1, H4, H5 };

/// A nameless root compound, its leading 0A included; checked for being whole NBT when it was read.
inline constexpr std::uint8_t UnknownSlot = 255; ///< of a hotbar: none was recorded
inline constexpr std::string_view PlayerType = "minecraft:player";
using NbtView = std::span<const std::byte>;

/// A block state or an entity type: by name, or (H4) by number.
struct Kind
{
    std::string_view name;    ///< "minecraft:oak_stairs[facing=north]"; empty where only a number is known
    std::int32_t number = -1; ///< the game's number; -1 where there is a name
    friend bool operator==(const Kind&, const Kind&) = default;
};

/// Slot and item; slots 0-8 hotbar, 9-35 inventory, 41-44 armour, 45 off hand.
struct Item
{
    std::int32_t slot = 0;
    NbtView nbt;
};

// In the order of their ids. Entity 0 is the recorded player.
struct DeltaMove
{
    std::int32_t entity = 0;
    PackedMove move;
    PackedVector velocity;
};
struct AbsoluteMove
{
    std::int32_t entity = 0;
    Place place;
    PackedVector velocity;
};
struct EntityState
{
    std::int32_t entity = 0;
    std::int32_t pose = 0;
    std::uint8_t flags = 0;
};
/// `packed`: bit 0 off hand; bit 1 set: packed >> 2 is the kind of swing and a duration follows.
struct HandAnimation
{
    std::int32_t entity = 0;
    std::int32_t packed = 0;
    std::int32_t duration = 0;
};
struct ItemUse
{
    std::int32_t entity = 0;
    std::optional<std::int32_t> hand;
};
struct SetItem
{
    std::int32_t entity = 0;
    std::span<const Item> items;
};
struct ChangeHeldSlot
{
    std::int32_t entity = 0;
    std::int32_t slot = 0;
};
struct SetBlock
{
    std::int64_t position = 0;
    Kind block;
}; ///< packBlock()
struct SpawnEntity
{
    std::int32_t entity = 0;
    Kind type;
    Place place;
};
struct DestroyEntity
{
    std::int32_t entity = 0;
};
struct RunStart
{
};
struct CheckpointReached
{
    std::string_view id;
    std::int64_t runMs = 0;
};
struct CheckpointReset
{
    std::int32_t reason = 0;
    std::int64_t runMs = 0;
};
struct RunEnd
{
    std::int32_t reason = 0;
    std::int64_t runMs = 0;
};
struct ClearGhostBlocks
{
};
// Extensions: 64 and up, behind their length.
struct AnticheatFlag
{
    std::string_view check;
    std::uint8_t severity = 0;
    float score = 0.0F;
    std::string_view detail;
};
struct Chat
{
    std::int32_t entity = -1;
    std::string_view text;
};
struct EntityMeta
{
    std::int32_t entity = 0;
    NbtView nbt;
};
struct Bookmark
{
    std::string_view label;
};
struct UnknownExtension
{
    std::int32_t id = 0;
    std::span<const std::byte> payload;
};

using Event =
    std::variant<DeltaMove, AbsoluteMove, EntityState, HandAnimation, ItemUse, SetItem, ChangeHeldSlot,
                 SetBlock, SpawnEntity, DestroyEntity, RunStart, CheckpointReached, CheckpointReset, RunEnd,
                 ClearGhostBlocks, AnticheatFlag, Chat, EntityMeta, Bookmark, UnknownExtension>;

/// "DeltaMove" ..., "extension 99".
QString eventName(const Event& event);
std::int32_t eventId(const Event& event);
/// Words of the reasons of CheckpointReset and RunEnd, poses and swings; a number where there is no word.
QString resetReason(std::int32_t reason);
QString endReason(std::int32_t reason);
QString poseName(std::int32_t pose);

/// Snapshots are mostly these.
inline constexpr std::int32_t SetBlockId = 7;

/// Reads one event. Fails the cursor and says why in `problem` (with no offset: the caller has it) when the
/// event is unknown or broken. Items of a SetItem lie in `items` until the next call. Allocates nothing once
/// `items` is warm.
bool readEvent(io::ByteCursor& in, Profile profile, Event& event, std::vector<Item>& items, QString& problem);
/// Appends the event as the profile lays it out. H4 can only hold kinds with numbers.
void writeEvent(Bytes& out, const Event& event, Profile profile);

} // namespace ghostline::recording
