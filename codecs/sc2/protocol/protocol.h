// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// The type tables: how the bits of every event and of the lobby are laid out, by base build. Compiled from
// codecs/sc2/data/protocol.txt at build time (docs/formats/sc2replay.md, sections 3 and 5).
#include <cstdint>
#include <span>
#include <string_view>

namespace ghostline::sc2 {

enum class TypeKind : std::uint8_t {
    Null,
    Integer,  ///< base + `bits` bits
    Boolean,  ///< 1 bit
    Optional, ///< 1 bit, then `first`
    Choice,   ///< `bits` bits of tag, then that field's type; fields [first, first + count) by tag
    Array,    ///< length of `bits` bits plus base, then items of `first`
    BitArray, ///< length of `bits` bits plus base, then so many bits
    Blob,     ///< length of `bits` bits plus base, then aligned bytes; 0 bits = `base` bytes
    FourCc,   ///< 32 unaligned bits
    Struct    ///< fields [first, first + count) in order
};

using TypeId = std::uint16_t;
inline constexpr TypeId NoType = 0xFFFF;

struct Type
{
    TypeKind kind = TypeKind::Null;
    std::uint8_t bits = 0;
    std::uint16_t count = 0;
    std::uint32_t first = 0; ///< a TypeId, or an index into the fields
    std::int64_t base = 0;
    std::uint32_t minBits = 0; ///< the least a value can take
};

struct Field
{
    std::string_view name; ///< "m_cmdFlags"
    TypeId type = NoType;
    std::int32_t tag = 0;     ///< of a choice and of versioned structs
    std::uint16_t nameId = 0; ///< dense number of the name, the same in all tables
};

struct EventType
{
    std::uint16_t id = 0;
    TypeId type = NoType;
    std::string_view name; ///< "SCmdEvent"
};

/// All types of all builds; equal ones are shared.
std::span<const Type> allTypes();
std::span<const Field> allFields();
inline const Type& typeOf(TypeId id) { return allTypes()[id]; }

/// The table of one stretch of base builds. Static data.
struct Protocol
{
    std::uint32_t baseBuild = 0;        ///< its first; 0 = the first beta phase
    std::span<const EventType> game;    ///< ascending id
    std::span<const EventType> message; ///< ascending id
    std::span<const EventType> tracker; ///< ascending id; names only, the stream describes itself
    TypeId header = NoType;
    TypeId details = NoType;
    TypeId initData = NoType;

    const EventType* gameEvent(unsigned id) const;
    const EventType* messageEvent(unsigned id) const;
};

/// Every different table, ascending base build; neighbours are what an unknown build is tried with.
std::span<const Protocol> protocols();
/// The greatest whose base build is not above; below 15405 the first.
const Protocol& protocolFor(std::uint32_t baseBuild);
/// There is a table for exactly this base build, not only for an earlier one.
bool isKnownBuild(std::uint32_t baseBuild);

} // namespace ghostline::sc2
