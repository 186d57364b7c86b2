// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// What a recording may make us allocate: every length in a file is held against these first.
#include <cstddef>
#include <cstdint>

#include <QtGlobal>

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

inline constexpr std::size_t UsualEntities = 1024; ///< that one tick touches: room for them is made at once

inline constexpr std::size_t MaxOpenSegments = 32; ///< files held open at once
inline constexpr std::uint64_t MaxSalvagedRaw = std::uint64_t{4}
                                                << 30; ///< decompressed while salvaging a folder: days
inline constexpr std::int32_t MaxSalvagedGap =
    20 * 60 * 60 * 24; ///< ticks missing between two segments: a day
inline constexpr std::int64_t MaxTicksWithoutBytes =
    20 * 60 * 60 * 24; ///< that an index claims and no chunk could hold, all together: a day
inline constexpr std::int64_t LeastTickBytes = 3; ///< unpacked: number and count of events
inline constexpr std::int64_t MostTicksOfPackedByte =
    64;                                              ///< empty ones, packed as well as it goes, are about one
inline constexpr int MaxProbedSegments = 100'000;    ///< asked for one by one where nobody can list them
inline constexpr std::size_t MaxListedLosses = 1000; ///< of one file
inline constexpr std::uint64_t MaxFoundRaw = std::uint64_t{512}
                                             << 20; ///< decompressed bytes that one walk hands out
inline constexpr std::uint64_t MaxSegmentWalk = std::uint64_t{256}
                                                << 20; ///< bytes of one segment that a walk reads
inline constexpr std::size_t MaxItems = std::size_t{1}
                                        << 16;         ///< of one SetItem, or of all entities of a snapshot
inline constexpr std::size_t MaxHeaderProblems = 1000; ///< listed of one file
inline constexpr std::size_t MaxContradictions = 20;   ///< listed as diagnostics
inline constexpr std::size_t MaxLosses = 200;          ///< listed as diagnostics; spans are all there
inline constexpr std::size_t MaxReasons = 400;         ///< of losses
inline constexpr std::size_t MaxLostSpans =
    4000; ///< told apart; behind them neighbours of one reason are joined
inline constexpr std::size_t MaxCachedTexts = 1U << 16; ///< of events that look alike
inline constexpr std::size_t MaxStartBytes = std::size_t{96}
                                             << 20; ///< kept of all chunks; those behind show only the player
inline constexpr std::size_t MaxListedBlocks = 10'000; ///< in the recording's own words
inline constexpr std::size_t MaxEditedSections = std::size_t{1}
                                                 << 18; ///< of one run; blocks beyond them are not shown
inline constexpr std::size_t MaxGatheredEdits =
    std::size_t{1} << 18;                             ///< a cell that is set again and again must not pile up
inline constexpr std::int32_t MaxSlot = 255;          ///< of an inventory
inline constexpr std::size_t MaxKindName = 1024;      ///< bytes
inline constexpr std::size_t MaxBlockProperties = 32; ///< of one block state; real ones have up to eight
inline constexpr std::uint64_t MaxTailBytes = std::uint64_t{512}
                                              << 20;   ///< bytes walked behind the last commit
inline constexpr std::int64_t MaxTailGap = 20'000'000; ///< ticks missing between two pieces of a tail
inline constexpr qsizetype MaxReasonsOfGap = 3;        ///< told of one gap

// Of a folder of region files.
inline constexpr std::uint64_t MaxRegionBytes = std::uint64_t{1} << 30; ///< of one file, read by chunk
inline constexpr std::size_t MaxRegionNames = 100'000;                  ///< looked at of one folder
inline constexpr std::size_t MaxRegions = 64;                           ///< of one scene
inline constexpr std::size_t MaxSceneChunks = 16'384;                   ///< of one scene
inline constexpr std::size_t MaxChunksWithoutRun = 1024;        ///< where nobody knows which are needed
inline constexpr std::uint32_t MaxStoredChunk = (1U << 20) - 4; ///< within a region file
inline constexpr std::uint64_t MaxOutsideChunk = std::uint64_t{16} << 20; ///< a file of its own
inline constexpr std::uint64_t MaxUnpackedChunk = std::uint64_t{16} << 20;
inline constexpr std::size_t MaxChunkSections = 256; ///< of one chunk: their place is a byte
inline constexpr std::size_t MaxSectionPalette = 4096;
inline constexpr std::size_t MaxStateProperties = 64; ///< of one block state

// Of what a recording says of the surroundings it needs.
inline constexpr std::size_t MaxExtentBoxes = 256;
inline constexpr int MaxSceneNames = 10'000; ///< of one folder, where a map is looked for
inline constexpr std::size_t MaxCheckpointMarks = 1000;

} // namespace ghostline::recording
