// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// MapInfo: the frame into which all other members of a map fit.
#include "model/base/error.h"

#include <cstddef>
#include <span>

namespace ghostline::sc2 {

struct MapFrame
{
    int version = 0;
    int width = 0;                                ///< cells, at most MaxMapSide
    int height = 0;                               ///< the same
    int left = 0, bottom = 0, right = 0, top = 0; ///< of what is played on, within the map
    QString tileSet;

    std::size_t cells() const { return static_cast<std::size_t>(width) * static_cast<std::size_t>(height); }
    std::size_t corners() const
    {
        return static_cast<std::size_t>(width + 1) * static_cast<std::size_t>(height + 1);
    }
    std::size_t cell(int x, int y) const
    {
        return static_cast<std::size_t>(y) * static_cast<std::size_t>(width) + static_cast<std::size_t>(x);
    }
};

/// Damaged says what does not fit, with its offset in the member.
model::Result<MapFrame> parseMapInfo(std::span<const std::byte> bytes);

} // namespace ghostline::sc2
