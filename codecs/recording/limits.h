// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// What a recording may make us allocate: every length in a file is held against these first.
#include <cstddef>
#include <cstdint>

namespace ghostline::recording {

inline constexpr std::size_t HeaderBytes = 256;
inline constexpr std::size_t FirstRead = std::size_t{256} << 10;  ///< read at once when opening
inline constexpr std::size_t MaxPreamble = std::size_t{64} << 20; ///< header, metadata and index together
inline constexpr std::size_t MaxChunkRaw = std::size_t{64} << 20; ///< one chunk decompressed
inline constexpr std::size_t MaxDictionary = std::size_t{16} << 20;
inline constexpr std::size_t MergeGap = std::size_t{64} << 10; ///< ranges no further apart are read as one
inline constexpr std::size_t MaxMergedRead = std::size_t{8} << 20;
inline constexpr std::size_t MaxWorldVersion = 32;
inline constexpr int MaxNbtDepth = 512;
inline constexpr std::size_t MaxEntities = 1U << 16;   ///< alive at once
inline constexpr std::size_t MaxBlocks = 4U << 20;     ///< edited at once
inline constexpr std::size_t MaxLives = 1U << 18;      ///< actors of one recording
inline constexpr std::size_t MaxPalette = 0xFFFF;      ///< block states of one recording
inline constexpr std::size_t MaxEvents = 1U << 20;     ///< of the event table
inline constexpr std::size_t MaxTextBytes = 64U << 20; ///< texts kept of one recording

inline constexpr int UsualTickRate = 20; ///< ticks a second

} // namespace ghostline::recording
