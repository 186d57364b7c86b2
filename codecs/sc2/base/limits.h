// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// What this codec is willing to hold. Real replays stay far below every figure.
#include <algorithm>
#include <cstddef>
#include <cstdint>

namespace ghostline::sc2 {

inline constexpr std::uint64_t MaxFileBytes = 256ULL << 20;    ///< of the whole replay; read at once
inline constexpr std::uint32_t MaxMemberBytes = 256U << 20;    ///< of one unpacked member
inline constexpr std::uint64_t MaxGrowth = 64;                 ///< of a member by unpacking; real ones 11
inline constexpr std::uint64_t AlwaysUnpacked = 1U << 20;      ///< so much, however small it was packed
inline constexpr std::uint32_t MaxHeadBytes = 4U << 20;        ///< of a member read before the streams
inline constexpr std::size_t MaxTreeValues = 200'000;          ///< of a self-describing value kept as a tree
inline constexpr std::uint32_t MaxTableEntries = 1U << 16;     ///< of the archive's hash and block tables
inline constexpr int MaxNesting = 32;                          ///< of values within values
inline constexpr std::uint32_t MaxEmptyItems = 1'000'000;      ///< of an array whose items take no bits
inline constexpr std::size_t MaxEvents = 20'000'000;           ///< of one stream
inline constexpr std::size_t MaxPlayers = 64;                  ///< the game itself has room for 16
inline constexpr std::size_t MaxLives = 2'000'000;             ///< of units
inline constexpr std::size_t MaxSelectionEntries = 16'000'000; ///< tags held by all remembered selections
inline constexpr std::uint32_t MaxLoops = 4'000'000;           ///< two days
inline constexpr std::uint32_t MaxSilence = 100'000; ///< loops behind the last report, which comes at the end
inline constexpr std::uint32_t LoopsInByte = 16;     ///< of the file; where hardly anything happens it is one
inline constexpr std::size_t MaxChatBytes = 4U << 20; ///< of everything said

inline constexpr std::size_t MaxTrackerRows = 4'000'000; ///< a hundred times the longest known game
inline constexpr std::size_t MaxStatReports = 500'000;   ///< wide rows, so they are counted by themselves
inline constexpr std::size_t MaxSetups = 1'000;          ///< the same
inline constexpr std::size_t MaxRestarts = 16; ///< resumed from a replay that was resumed from a replay ...
inline constexpr std::size_t MaxJoins = 1'000; ///< people who join a game that goes on
inline constexpr int MaxKillerSteps = 64;      ///< of the search for the life of a unit named as killer
inline constexpr std::size_t MaxPlacedOrders = 256; ///< structures that one player ordered within a minute
inline constexpr std::size_t MaxDerivedEvents = 300'000; ///< listed; no game comes near it
inline constexpr std::size_t MaxCommandNames = 5'000;    ///< different ones in a game, which has some hundred
inline constexpr std::size_t MaxCommandWords = 20'000;   ///< the same with who gave them and to what end
inline constexpr std::size_t MaxTableChildren = 500;     ///< of one player; the figures above them cover all
inline constexpr std::uint64_t MaxStretchEntries =
    4'000'000;                                 ///< of the index of who is alive, beyond one a life
inline constexpr unsigned MaxSectorShift = 15; ///< 16 MiB; real files have 3 and 5
inline constexpr std::uint32_t MaxGuessedPerLife = 20'000; ///< corners of one path that are not reported
inline constexpr std::size_t MaxGuessed = 4'000'000;       ///< the same of all paths
inline constexpr std::size_t MaxRevealedReports =
    2'000'000; ///< places of units that are aimed at again and again
inline constexpr std::uint64_t MaxRevealedAsked = 50'000'000; ///< units asked what an order says of them
inline constexpr std::size_t MaxQueuedOrders = 64;            ///< of one unit
inline constexpr int MaxRecalledOrders = 1000;          ///< of a maker, looked through for its rally point
inline constexpr std::size_t MaxRateSamples = 1U << 20; ///< of all participants: 15 of them for two days
inline constexpr std::uint64_t MaxSelectionWork =
    200'000'000;                                    ///< tags of one participant; a real game has ten millions
inline constexpr std::size_t MaxOrders = 1'000'000; ///< remembered; a real game has some ten thousand
inline constexpr std::size_t MaxSelected = 1024;    ///< at once: more than the game lets anyone select
inline constexpr std::size_t MaxOrderPairs =
    4'000'000; ///< of unit and order; a real game has some hundred thousand
inline constexpr std::uint64_t MaxOrderPairsAsked =
    50'000'000; ///< the same, with the dead and other players'

/// How many rows a stream may have: what it is packed in says how much can really have happened, since events
/// that are all the same pack into next to nothing. In real replays a packed byte holds a third of an event
/// and a twentieth of a unit at most.
struct StreamLimits
{
    std::size_t events = MaxEvents;
    std::size_t rows = MaxTrackerRows;    ///< of tracker events and places
    std::size_t lives = MaxLives;         ///< of units
    std::size_t stats = MaxStatReports;   ///< wide rows, so they are counted by themselves
    std::size_t messages = MaxEvents / 8; ///< chat and pings
};

constexpr StreamLimits limitsOf(std::uint64_t packedBytes)
{
    const auto bound = [packedBytes](std::uint64_t bytesForEach, std::size_t always, std::size_t most) {
        return std::clamp<std::uint64_t>(packedBytes / bytesForEach, always, most);
    };
    const StreamLimits most;
    return {bound(2, 100'000, most.events), bound(1, 200'000, most.rows), bound(8, 20'000, most.lives),
            bound(8, 20'000, most.stats), bound(16, 10'000, most.messages)};
}

} // namespace ghostline::sc2
