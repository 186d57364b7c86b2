// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// The slot table "ra1-v1": which component is which bit of a mask, and how its bytes read. Slots 0 to 31 have
// a fixed size, 32 to 63 begin with a u32 length, so that unknown ones of those can be stepped over.
#include "codecs/ironcurtain/base/types.h"

#include <optional>
#include <span>

namespace ghostline::ironcurtain {

enum class Slot : unsigned {
    Identity = 0,
    Position = 1,
    Facing = 2,
    Health = 3,
    Motion = 4,
    Turret = 5,
    Weapon = 6,
    Building = 7,
    Harvester = 8,
    Cloak = 9,
    Veterancy = 10,
    Stance = 11,
    SubCell = 12,
    Conditions = 13,
    Sight = 14,
    ProductionQueue = 32,
    Path = 33,
    Cargo = 34
};
constexpr std::uint64_t bit(Slot slot) { return std::uint64_t{1} << static_cast<unsigned>(slot); }

inline constexpr unsigned FirstSizedSlot = 32; ///< from here on every slot has its length before it
inline constexpr unsigned KnownFixedSlots = 15;
/// Bytes of a fixed slot, 0 = unknown (15 to 31).
std::size_t fixedSlotBytes(unsigned slot);

enum class UnitKind : std::uint8_t { Infantry, Vehicle, Aircraft, Ship, Building, Projectile, Prop };
enum class BuildState : std::uint8_t { Constructing, Ready, Selling };
/// Values of a bit each.
enum Condition : std::uint32_t { Prone = 1, LowPower = 2, IronCurtain = 4 };

struct Identity
{
    InternedId type = 0;
    PlayerId owner = 0;
    UnitKind kind = UnitKind::Infantry;
};
struct Health
{
    std::int32_t current = 0;
    std::int32_t max = 0;
};
struct Motion
{
    std::int32_t speed = 0;     ///< world units a tick
    std::uint8_t locomotor = 0; ///< foot, wheeled, tracked, float, fly
    bool moving = false;
    WorldPos destination{};
};
struct Weapon
{
    InternedId weapon = 0;
    std::uint32_t cooldown = 0;
    bool hasTarget = false;
    UnitTag target{};
};
struct Building
{
    std::uint8_t width = 1; ///< footprint, cells
    std::uint8_t height = 1;
    BuildState state = BuildState::Ready;
    std::uint16_t progress = 1024; ///< of 1024
};
struct Harvester
{
    std::int32_t capacity = 0;
    std::int32_t carried = 0;
    InternedId resource = 0;
};
struct Veterancy
{
    std::uint8_t level = 0;
    std::uint32_t experience = 0;
};
struct QueueItem
{
    InternedId type = 0;
    std::uint32_t remaining = 0; ///< ticks
    std::uint32_t total = 0;
};

/// The components of one entity as they lie: `mask`, and the bytes of its slots in ascending order.
/// Whoever holds one has checked the bytes with checkComponents(); every accessor then only reads.
struct Components
{
    std::uint64_t mask = 0;
    std::span<const std::byte> bytes;

    bool has(Slot slot) const { return (mask & bit(slot)) != 0; }
    /// The bytes of one slot (of a sized one: behind its length); empty when it is absent.
    std::span<const std::byte> slot(unsigned slot) const;
    /// With their length in front, for copying: empty when absent.
    std::span<const std::byte> slotWithLength(unsigned slot) const;

    std::optional<Identity> identity() const;
    std::optional<WorldPos> position() const;
    std::optional<std::int32_t> facing() const; ///< WAngle, any i32
    std::optional<Health> health() const;
    std::optional<Motion> motion() const;
    std::optional<std::int32_t> turret() const;
    std::optional<Weapon> weapon() const;
    std::optional<Building> building() const;
    std::optional<Harvester> harvester() const;
    std::optional<bool> cloak() const;
    std::optional<Veterancy> veterancy() const;
    std::optional<std::uint8_t> stance() const;
    std::optional<std::uint32_t> conditions() const;
    std::optional<std::int32_t> sight() const; ///< world units
    /// The item being made, nothing when the queue is empty or absent. `queued`: how many items there are.
    std::optional<QueueItem> producing(std::size_t* queued = nullptr) const;
};

/// Null when the bytes are exactly those of the mask with sane enums, booleans and lists; else static text.
const char* checkComponents(const Components& components);
/// `over` laid over `base`: slots of `over` replace or add; appends to `out` and returns the resulting mask.
std::uint64_t mergeComponents(const Components& base, const Components& over, Bytes& out);

} // namespace ghostline::ironcurtain
