// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// What was placed with the editor: the member Objects.
#include "codecs/sc2/map/map_data.h"
#include "model/base/error.h"

#include <span>
#include <stop_token>

namespace ghostline::sc2 {

struct PlacedObjects
{
    std::vector<MapObject> objects; ///< in the order of the file
    std::size_t misplaced = 0;      ///< left out: their position is no place on a map
};

/// Those without a position, as some maps have them, are left out without being counted; so are cameras, and
/// points that are neither start locations nor bar a way.
model::Result<PlacedObjects> parseObjects(std::span<const std::byte> bytes, const std::stop_token& stop);

} // namespace ghostline::sc2
