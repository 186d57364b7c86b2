// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// The binary members of a map's ground. Each has one exact length for a map of given size; any other, as any
// other magic or version, is Damaged. Offsets count within the member. Rows run from south to north.
#include "codecs/sc2/map/map_info.h"

#include <cstdint>
#include <vector>

namespace ghostline::sc2 {

/// Bits of t3CellFlags.
inline constexpr std::uint8_t CellNotDrawn = 0x01; ///< a cliff's model stands there, or the author hid it

/// How the heights to be drawn are stored, from t3Terrain.xml.
struct HeightSteps
{
    double bias = 0.0;
    double scale = 0.0;
};

/// Most bytes that the member can have, to be asked for.
std::uint64_t syncHeightBytes(const MapFrame& frame);
std::uint64_t drawnHeightBytes(const MapFrame& frame);
std::uint64_t cliffBytes(const MapFrame& frame);
std::uint64_t cellFlagBytes(const MapFrame& frame);

/// z of each corner: t3SyncHeightMap, on which the game lets everything stand.
model::Result<std::vector<float>> parseSyncHeights(std::span<const std::byte> bytes, const MapFrame& frame);
/// The same of t3HeightMap, which the game draws: cliffs are sharper.
model::Result<std::vector<float>> parseDrawnHeights(std::span<const std::byte> bytes, const MapFrame& frame,
                                                    const HeightSteps& steps);
/// t3SyncCliffLevel: per cell 64 times the level, between two levels a ramp.
model::Result<std::vector<std::uint16_t>> parseCliffs(std::span<const std::byte> bytes,
                                                      const MapFrame& frame);
/// t3CellFlags, per cell.
model::Result<std::vector<std::uint8_t>> parseCellFlags(std::span<const std::byte> bytes,
                                                        const MapFrame& frame);
/// CellAttribute_Pnp: 1 for each cell of which at least half is painted as not to be walked on.
/// InvalidArgument when it was painted for a map of another size, as happens where the map was resized later.
model::Result<std::vector<std::uint8_t>> parsePaintedCells(std::span<const std::byte> bytes,
                                                           const MapFrame& frame);
/// The same of PaintedPathingLayer, as older maps have it, for maps of up to 256 x 256 cells.
model::Result<std::vector<std::uint8_t>> parsePaintedLayer(std::span<const std::byte> bytes,
                                                           const MapFrame& frame);

} // namespace ghostline::sc2
