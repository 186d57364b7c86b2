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

// Of a map as surroundings.
inline constexpr std::size_t MaxMapProps = 1200;        ///< trees, rocks; real maps have up to 5000
inline constexpr std::size_t MaxPropTriangles = 12'000; ///< of all of them
inline constexpr int MaxTypeLetters = 120;              ///< of a type's name that are looked at for words
inline constexpr std::size_t MaxWaterPieces = 20'000;   ///< rectangles of one water surface
inline constexpr std::size_t MaxWaterCells = 8'000'000; ///< looked at, of all surfaces
inline constexpr std::size_t MaxShownStarts = 64;       ///< start places of a map
inline constexpr std::size_t MaxShownZones = 512;       ///< rings of zones and barred places
inline constexpr std::size_t MaxPlacedThings = 10'000;  ///< resources and rocks that are drawn exactly
// Of the search for a replay's map.
inline constexpr std::uint64_t MaxMapFileBytes = 256U << 20; ///< of one file whose contents are compared
inline constexpr std::uint64_t MaxHashedBytes = 1ULL << 30;  ///< of all files in the user's folders
inline constexpr int MaxFolderMaps = 400;                    ///< maps in one folder of the user
inline constexpr int MaxNamedMaps = 24;                      ///< that are opened to see what they are called
inline constexpr int MaxPrefixes = 200;            ///< subfolders that may be Wine prefixes, of one folder
inline constexpr int MaxRecordedPathLetters = 300; ///< of a path in replay.server.battlelobby
inline constexpr int MaxRecordedPaths = 16;

} // namespace ghostline::sc2
