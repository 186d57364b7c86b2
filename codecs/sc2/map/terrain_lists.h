// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// What t3Terrain.xml says of the ground. Any of its lists may be missing: a flat map needs none.
#include "codecs/sc2/map/map_members.h"

#include <QStringList>

#include <optional>
#include <stop_token>

namespace ghostline::sc2 {

struct TerrainLists
{
    std::optional<HeightSteps> steps;
    QStringList textures;                  ///< by number, eight of each set; none behind the last with a name
    std::vector<std::uint8_t> textureSets; ///< of each block of 8 x 8 cells; empty = the first everywhere
    std::vector<std::uint8_t> cliffBlocks; ///< of each block of 2 x 2 cells: bit 0 a cliff, bit 1 a ramp

    bool cliffAt(const MapFrame& frame, int x, int y) const;
};

/// Entries with numbers outside the map are left out.
model::Result<TerrainLists> parseTerrain(std::span<const std::byte> bytes, const MapFrame& frame,
                                         const std::stop_token& stop);

} // namespace ghostline::sc2
