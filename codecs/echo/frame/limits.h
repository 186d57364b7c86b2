// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// How much of a recording is kept, whatever a file claims.
#include <cstddef>
#include <cstdint>

#include <QtGlobal>

namespace ghostline::echo {

inline constexpr std::size_t MaxEvents = 300'000; ///< found; more are left out

inline constexpr std::size_t MaxTeamPlayers = 64; ///< of one team; the game has 15 in all
inline constexpr std::size_t MaxBoneSets = 64;    ///< of one frame; the game has 15 players in all
inline constexpr std::size_t MaxSampleBytes = 40; ///< of a bad line that a remark quotes
inline constexpr std::uint64_t MaxLeadBytes = std::uint64_t{256}
                                              << 20; ///< of text searched for a first frame
inline constexpr int MaxLostPlaces = 256;            ///< where lines are missing, told one by one
inline constexpr qsizetype MaxShownBytes = 200;      ///< of a bad line that is shown
inline constexpr std::size_t MaxLineBytes = std::size_t{1}
                                            << 20; ///< longer lines are skipped; frames have some 40 kB
inline constexpr std::size_t MaxNameBytes = std::size_t{32}
                                            << 20; ///< of all names; once one is turned away all new ones are
inline constexpr std::size_t MaxStampBytes = 48;   ///< of a line's time
inline constexpr std::size_t MaxSeparatorBytes = 4; ///< between a time and its frame
inline constexpr std::size_t MaxHeadBytes = std::size_t{32}
                                            << 20; ///< of first frames kept for the segment before
inline constexpr std::int64_t MaxFrames = std::int64_t{1} << 25;   ///< twelve days at 30 frames a second
inline constexpr std::size_t MaxChunkBytes = std::size_t{1} << 30; ///< what is remembered of all chunks
inline constexpr std::size_t MaxDiagnostics = 1000;                ///< of one recording
inline constexpr std::size_t MaxLostSpans = 10'000;                ///< of one recording
inline constexpr std::size_t MaxMatchedPlayers =
    32; ///< by where their hands are; more could not be told apart
inline constexpr std::uint64_t MaxComparedHands = 20'000; ///< before the owners of bones are decided
inline constexpr std::size_t MaxActors = 20'000;          ///< of one match; further ones are left out

} // namespace ghostline::echo
