// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// What this codec is willing to hold. The first group is the format's own (docs/formats/iron-curtain.md).
#include <cstddef>
#include <cstdint>

namespace ghostline::ironcurtain {

inline constexpr std::uint64_t MaxMetadataBytes = 1ULL << 20;
inline constexpr std::uint32_t MaxSnapshotBytes = 64U << 20; ///< of one unpacked keyframe
inline constexpr std::uint32_t MaxBlockBytes = 16U << 20; ///< of one unpacked block of orders, events, voice
inline constexpr std::size_t MaxEntities = 50'000;        ///< of one state
inline constexpr std::size_t MaxStringBytes = 64U << 10;  ///< of one string
inline constexpr std::int32_t MaxCoordinate = (1 << 20) * 1024; ///< of a position, either way
inline constexpr std::size_t MaxSampledUnits = 256;             ///< of one position sample
inline constexpr int MaxLinks = 64;                             ///< from a delta back to a full keyframe
inline constexpr std::uint32_t FramesPerOrderBlock = 256;

inline constexpr std::uint64_t MaxTicks = 100'000'000; ///< some 40 days
inline constexpr std::size_t MaxKeyframes = 4'000'000; ///< of one file
inline constexpr std::size_t MaxPlayers = 64;
inline constexpr std::size_t MaxLives = 2'000'000;     ///< of units, in one match
inline constexpr std::size_t MaxDamages = 1'000;       ///< listed of one file; more are counted and said
inline constexpr std::size_t MaxUnknownKinds = 64;     ///< of events of later versions, counted one by one
inline constexpr std::size_t MaxStoryEvents = 200'000; ///< listed; more are counted and said
inline constexpr std::size_t MaxSelectionBytes = 64U << 20; ///< of what players had selected, all told
inline constexpr std::size_t MaxFigureRows = 4'000'000;     ///< statistics and camera samples, each
inline constexpr std::uint32_t MaxMapSide = 4096;           ///< cells

inline constexpr std::size_t StateCacheStates = 16; ///< decoded full keyframes kept
inline constexpr std::size_t RecentStates = 3; ///< restored last, kept whatever they are: around the playhead
inline constexpr std::size_t StateCacheBytes = 16U << 20; ///< of each of the two lists
inline constexpr std::size_t EventCacheBytes = 32U << 20; ///< of unpacked event blocks kept

} // namespace ghostline::ironcurtain
