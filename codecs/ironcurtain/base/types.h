// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// The format's base types in memory. Layouts: docs/formats/iron-curtain.md, "Primitives".
#include <array>
#include <bit>
#include <compare>
#include <cstddef>
#include <cstdint>
#include <vector>

namespace ghostline::ironcurtain {

// Lists of tags and samples are read in place, as they lie in the file.
static_assert(std::endian::native == std::endian::little);

using SimTick = std::uint64_t;
using PlayerId = std::uint32_t;
using InternedId = std::uint32_t; ///< index into the table of strings
using Bytes = std::vector<std::byte>;
using StateHash = std::array<std::byte, 32>;

inline constexpr std::int32_t UnitsPerCell = 1024; ///< one cell is one metre of the viewer's world
inline constexpr std::int32_t FullTurn = 1024;     ///< of a WAngle: 0 north, 256 east, clockwise

/// Unique over a match: an index that is used again gets a new generation.
struct UnitTag
{
    std::uint16_t index = 0;
    std::uint16_t generation = 0;
    friend auto operator<=>(const UnitTag&, const UnitTag&) = default; ///< the canonical order
    std::uint32_t key() const { return std::uint32_t{index} << 16 | generation; }
};
static_assert(sizeof(UnitTag) == 4);

/// +x east, +y south, z up; 1024 units are a cell.
struct WorldPos
{
    std::int32_t x = 0;
    std::int32_t y = 0;
    std::int32_t z = 0;
    friend bool operator==(const WorldPos&, const WorldPos&) = default;
};
static_assert(sizeof(WorldPos) == 12);

struct CellPos
{
    std::int32_t x = 0;
    std::int32_t y = 0;
    std::int32_t z = 0;
    friend bool operator==(const CellPos&, const CellPos&) = default;
};

} // namespace ghostline::ironcurtain
