// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// What this codec is willing to hold. The first group is the format's own (docs/formats/iron-curtain.md).
#include <cstddef>
#include <cstdint>

#include <QtGlobal>

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

inline constexpr std::uint64_t MaxTicks = 5'000'000;   ///< some two days
inline constexpr std::size_t MaxKeyframes = 4'000'000; ///< of one file
inline constexpr std::size_t MaxPlayers = 64;
inline constexpr std::size_t MaxLives = 2'000'000;       ///< of units, in one match
inline constexpr std::size_t MaxDamages = 1'000;         ///< listed of one file; more are counted and said
inline constexpr std::size_t MaxUnknownKinds = 64;       ///< of events of later versions, counted one by one
inline constexpr std::size_t MaxDerivedEvents = 200'000; ///< listed; more are counted and said
inline constexpr std::size_t MaxSelectionBytes = 64U << 20; ///< of what players had selected, all told
inline constexpr std::size_t MaxFigureRows = 4'000'000;     ///< statistics and camera samples, each
inline constexpr std::uint32_t MaxMapSide = 4096;           ///< cells

inline constexpr std::size_t StateCacheStates = 16; ///< decoded full keyframes kept
inline constexpr std::size_t RecentStates = 3; ///< restored last, kept whatever they are: around the playhead
inline constexpr std::size_t StateCacheBytes = 16U << 20; ///< of each of the two lists
inline constexpr std::size_t EventCacheBytes = 32U << 20; ///< of unpacked event blocks kept

inline constexpr std::size_t MaxOpenFights = 256;   ///< at once; no match has more
inline constexpr std::size_t MaxTrackedUnits = 512; ///< of one side of a fight, whose distance is looked at
inline constexpr std::size_t MaxNamedUnits = 24;    ///< of one side, or of a base, that an event names
inline constexpr std::size_t MaxFightOwners = 8;    ///< of one side
inline constexpr std::size_t MaxFightDistances = 4096;          ///< kept of one fight
inline constexpr std::size_t MaxPendingConstructions = 100'000; ///< whose end is waited for
inline constexpr qsizetype MaxTalkLength = 500;     ///< characters of what somebody wrote that an event keeps
inline constexpr std::size_t MaxOpenVotes = 10'000; ///< whose type is remembered until they are decided
inline constexpr std::size_t MaxSignatures = 1'000'000; ///< of one file: a match of three weeks
inline constexpr std::size_t MaxTypes = std::size_t{1}
                                        << 16; ///< known by id, of the four thousand million a file can name
inline constexpr std::size_t MaxFinaliserNotes = 100;           ///< said of one file
inline constexpr std::size_t MaxOrdersOfFrame = 65'536;         ///< more than any number of players can give
inline constexpr std::uint32_t MaxDrawnCells = 512;             ///< of a map, a side
inline constexpr std::size_t MaxFootprints = 1024;              ///< of buildings, each with a look of its own
inline constexpr std::size_t MaxStrings = std::size_t{1} << 20; ///< of one table
inline constexpr std::size_t MaxStateBytes = MaxSnapshotBytes;  ///< components of all entities of a state
inline constexpr std::size_t MaxHeldDeltaBytes = std::size_t{128} << 20; ///< unpacked, held by one restore
inline constexpr std::size_t MaxTableChildren = 500; ///< of one player; the figures above them cover all
inline constexpr std::uint64_t MaxHandsWork =
    2'000'000'000; ///< units looked at; an hour of large battles needs millions
inline constexpr std::size_t MaxStimuli = 200'000;     ///< of all players; those above are not counted at all
inline constexpr std::size_t MaxAuditedVotes = 20'000; ///< of one match
inline constexpr std::size_t MaxBallots = 500'000;     ///< and voters looked at, of all votes
inline constexpr std::uint32_t MaxChunkPayload = 80U << 20; ///< what any block may unpack to, badly packed
inline constexpr std::size_t MaxChunks = 4'000'000;         ///< of one kind
inline constexpr std::uint64_t MaxWastedBytes = std::uint64_t{1}
                                                << 30; ///< checksummed of what only looks like chunks
inline constexpr std::uint64_t MaxSignatureBytes = std::uint64_t{256} << 20; ///< of the section of signatures

} // namespace ghostline::ironcurtain
