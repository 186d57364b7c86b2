// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// What the reader of maps is willing to hold. Real maps stay far below every figure.
#include <cstddef>
#include <cstdint>

namespace ghostline::sc2 {

inline constexpr int MaxMapSide = 1024;                    ///< cells; the game makes maps of up to 256
inline constexpr std::size_t MaxMaskedCells = 512U * 512U; ///< of which masks are read: 64 MiB of them
inline constexpr std::uint64_t MaxMapInfoBytes = 4U << 20; ///< real ones have hundreds of bytes
inline constexpr std::uint64_t MaxMapXmlBytes = 16U << 20; ///< of one member; the largest known has 0.9 MB
inline constexpr std::size_t MaxMapElements = 200'000;     ///< of one XML member
inline constexpr std::uint64_t MaxMapTextBytes = 4U << 20; ///< of strings in one language
inline constexpr int MaxMapPictureSide = 2048;             ///< pixels; real ones have up to 1024
inline constexpr std::uint64_t MaxMapPictureBytes = 17U << 20; ///< the same with four bytes a pixel
inline constexpr std::uint64_t MaxPaintBytes = 9U << 20;       ///< of painted pathing
inline constexpr std::size_t MaxMapWaters = 10'000;
inline constexpr double MaxMapPlace = 4096.0;    ///< cells from the origin, and up and down
inline constexpr int MaxFolderEntries = 20'000;  ///< of a folder that are looked through
inline constexpr std::size_t MaxTextureSets = 8; ///< of eight textures each
inline constexpr std::size_t MapTextures = MaxTextureSets * 8;

} // namespace ghostline::sc2
