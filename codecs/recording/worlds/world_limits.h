// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// What a world's file may make us allocate or do: every length in it is held against these first.
#include <cstddef>
#include <cstdint>

namespace ghostline::recording {

inline constexpr std::uint64_t MaxWorldFile = std::uint64_t{64} << 20; ///< bytes, of one that is no folder
/// Bytes, of one stream or of all chunks of a folder: 347 MiB is real.
inline constexpr std::uint64_t MaxWorldUnpacked = std::uint64_t{1} << 30;
inline constexpr int WorldZstdWindowLog = 23;                       ///< 8 MiB; real ones have 2 MiB
inline constexpr std::size_t MaxWorldStates = 0xFFFF;               ///< GridCell::kind has 16 bits
inline constexpr std::size_t MaxStateName = 1024;                   ///< bytes; the longest real one has 174
inline constexpr std::size_t MaxStateTexts = std::size_t{32} << 20; ///< bytes, of all states of a world
inline constexpr std::size_t MaxSectionBiomes = 512;
inline constexpr std::size_t MaxWorldSections = std::size_t{1} << 18; ///< that hold blocks
inline constexpr std::size_t MaxWorldBytes = std::size_t{256} << 20;  ///< of its blocks while they are read
inline constexpr std::size_t MaxWorldCells = std::size_t{16} << 20;   ///< shown, without enclosed ones
inline constexpr std::size_t MaxWorldLabels = 1000;
inline constexpr std::size_t MaxWorldNotes = 8;
inline constexpr std::int32_t MaxChunkPlace = 1'875'000;  ///< 30 million blocks, the game's border
inline constexpr std::int64_t MaxBlockPlace = 32'000'000; ///< of pieces placed by themselves
inline constexpr std::uint64_t MaxSchematicVolume = std::uint64_t{256} << 20; ///< cells, empty ones included
inline constexpr std::uint64_t MaxLitematicVolume = std::uint64_t{128} << 20; ///< of all regions
inline constexpr std::size_t MaxLitematicRegions = 1024;
inline constexpr std::size_t MaxOpenCells = std::size_t{32} << 20; ///< in one layer of sections of a piece
inline constexpr std::int32_t MaxSlimeSections = 256;              ///< one above the other

} // namespace ghostline::recording
