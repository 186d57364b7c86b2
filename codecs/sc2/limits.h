// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// What this codec is willing to hold. Real replays stay far below every figure.
#include <cstddef>
#include <cstdint>

namespace ghostline::sc2 {

inline constexpr std::uint64_t MaxFileBytes = 256ULL << 20;    ///< of the whole replay; read at once
inline constexpr std::uint32_t MaxMemberBytes = 256U << 20;    ///< of one unpacked member
inline constexpr std::uint32_t MaxHeadBytes = 4U << 20;        ///< of a member read before the streams
inline constexpr std::size_t MaxTreeValues = 200'000;          ///< of a self-describing value kept as a tree
inline constexpr std::uint32_t MaxTableEntries = 1U << 16;     ///< of the archive's hash and block tables
inline constexpr int MaxNesting = 32;                          ///< of values within values
inline constexpr std::uint32_t MaxEmptyItems = 1'000'000;      ///< of an array whose items take no bits
inline constexpr std::size_t MaxEvents = 20'000'000;           ///< of one stream
inline constexpr std::size_t MaxPlayers = 64;                  ///< the game itself has room for 16
inline constexpr std::size_t MaxLives = 2'000'000;             ///< of units
inline constexpr std::size_t MaxSelectionEntries = 16'000'000; ///< tags held by all remembered selections
inline constexpr std::uint32_t MaxLoops = 100'000'000;         ///< some 50 days

} // namespace ghostline::sc2
