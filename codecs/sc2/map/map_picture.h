// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// A map's own small picture, a TGA file.
#include "codecs/sc2/map/map_info.h"

#include <glm/glm.hpp>
#include <optional>
#include <vector>

namespace ghostline::sc2 {

struct MapPicture
{
    int width = 0; ///< pixels
    int height = 0;
    std::vector<glm::u8vec3> pixels; ///< sRGB, row by row, the upper one first
};

/// True colour or grey, packed or not. Unsupported names the kind.
model::Result<MapPicture> parsePicture(std::span<const std::byte> bytes);

/// Only what is played on, a whole number of pixels for each cell; nothing when the picture is none of the
/// ground: too small for it, or filled beyond it.
std::optional<MapPicture> groundPicture(const MapPicture& picture, const MapFrame& frame);

} // namespace ghostline::sc2
