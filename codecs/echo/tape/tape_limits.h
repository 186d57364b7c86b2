// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// How much of a tape is kept in memory, whatever it claims.
#include <cstddef>
#include <cstdint>

namespace ghostline::echo::tape {

inline constexpr std::uint64_t MaxRecordBytes = std::uint64_t{8} << 20; ///< real ones have 2 to 20 kB
inline constexpr std::size_t ProbeRecordBytes = std::size_t{1} << 20;   ///< of a header that tells the format
inline constexpr std::uint64_t MaxPlainBytes = std::uint64_t{4} << 30;  ///< of one file, unpacked
inline constexpr std::size_t MaxZstdFrames = 5'000'000;
inline constexpr std::uint64_t MaxWindow = std::uint64_t{8} << 20; ///< what a zstd frame may ask for
/// A zstd frame up to this size is unpacked and held against its checksum before anything of it is shown, and
/// may be its own window; of a longer one the frames are shown as they come.
inline constexpr std::uint64_t HeldBytes = std::uint64_t{16} << 20;
inline constexpr std::size_t PieceBytes = std::size_t{256} << 10;

/// A chunk ends with its zstd frame when it has at least the lower number, and at the latest at these.
inline constexpr std::uint32_t FewChunkFrames = 32;
inline constexpr std::uint32_t MostChunkFrames = 128;
inline constexpr std::uint64_t MostChunkBytes = std::uint64_t{2} << 20;
/// When more than this had to be unpacked to reach a chunk, its records are kept in memory, packed again.
inline constexpr std::uint64_t FarBytes = std::uint64_t{4} << 20;

inline constexpr std::size_t MaxTapePlayers = 64;   ///< of one frame
inline constexpr std::size_t MaxFrameEvents = 4096; ///< of one frame
inline constexpr std::size_t MaxRoster = 1024;      ///< of the header
inline constexpr std::int32_t MaxSlot = 251;        ///< what a hand can name (holding)
inline constexpr std::size_t MaxPersonBytes = 256;  ///< of a name
inline constexpr std::size_t MaxMetadata = 1000;    ///< pairs of the header
inline constexpr std::uint32_t MaxStride = 64;      ///< bytes of a bone
inline constexpr int MaxRounds = 255;

} // namespace ghostline::echo::tape
