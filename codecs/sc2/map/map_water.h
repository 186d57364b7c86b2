// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// Where water lies (t3Water), and how high and in which colour (the map's own WaterData.xml).
#include "codecs/sc2/map/map_data.h"
#include "model/base/error.h"

#include <map>
#include <span>
#include <stop_token>

namespace ghostline::sc2 {

struct WaterLook
{
    std::optional<double> height;
    std::optional<glm::vec3> colour; ///< sRGB, 0 to 1
    QString parent;                  ///< from which it has what it does not say itself
};
using WaterLooks = std::map<QString, WaterLook>;

/// Without height and colour. A rectangle whose corners are no places on a map is Damaged.
model::Result<std::vector<MapWater>> parseWater(std::span<const std::byte> bytes);
model::Result<WaterLooks> parseWaterLooks(std::span<const std::byte> bytes, const std::stop_token& stop);
void giveLooks(std::vector<MapWater>& waters, const WaterLooks& looks);

} // namespace ghostline::sc2
