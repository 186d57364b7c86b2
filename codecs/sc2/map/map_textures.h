// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// Which textures the ground has, and how they are mixed: t3TextureMasks, or the coarser t3SyncTextureInfo.
#include "codecs/sc2/map/map_info.h"

#include <QStringList>

#include <array>
#include <cstdint>
#include <stop_token>
#include <vector>

namespace ghostline::sc2 {

inline constexpr std::size_t TextureLayers = 8; ///< of one set
/// What the weights of a quarter cell add up to.
inline constexpr int QuarterWeight = 240;

/// The map in quarter cells, 2 x 2 a cell, from south to north.
struct GroundTextures
{
    using Weights = std::array<std::uint8_t, TextureLayers>;

    int columns = 0; ///< quarters: twice the map's cells
    int rows = 0;
    std::vector<Weights> weights;
    std::vector<std::uint8_t> sets; ///< of each cell; empty = the first everywhere
    QStringList names;              ///< by number; empty when only t3Terrain.xml has them

    const Weights& at(int column, int row) const
    {
        return weights[static_cast<std::size_t>(row) * static_cast<std::size_t>(columns) +
                       static_cast<std::size_t>(column)];
    }
    std::size_t setAt(int column, int row) const
    {
        return sets.empty() ? 0
                            : sets[static_cast<std::size_t>(row / 2) * static_cast<std::size_t>(columns / 2) +
                                   static_cast<std::size_t>(column / 2)];
    }
    /// The strongest texture of a cell: its number, and its share from 0 to 1.
    std::pair<std::size_t, double> strongest(int x, int y) const;
};

/// Most bytes that t3TextureMasks may have for this map; 0 where they would be more than is read.
std::uint64_t maskBytes(const MapFrame& frame);
std::uint64_t syncTextureBytes(const MapFrame& frame);

/// `blockSets` is of blocks of 8 x 8 cells, or empty.
model::Result<GroundTextures> parseMasks(std::span<const std::byte> bytes, const MapFrame& frame,
                                         const std::vector<std::uint8_t>& blockSets,
                                         const std::stop_token& stop);
model::Result<GroundTextures> parseSyncTextures(std::span<const std::byte> bytes, const MapFrame& frame);

} // namespace ghostline::sc2
