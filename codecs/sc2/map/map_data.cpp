// SPDX-License-Identifier: GPL-3.0-or-later
#include "codecs/sc2/map/map_data.h"

#include <algorithm>
#include <cmath>

namespace ghostline::sc2 {

namespace {

/// Higher steps between the corners of a cell than this stop every ground unit.
constexpr float WalkableStep = 1.0F;

std::size_t cornerIndex(const MapData& map, int x, int y)
{
    return static_cast<std::size_t>(y) * static_cast<std::size_t>(map.width + 1) +
           static_cast<std::size_t>(x);
}

bool hasCell(const MapData& map, int x, int y) { return x >= 0 && y >= 0 && x < map.width && y < map.height; }

std::size_t cellIndex(const MapData& map, int x, int y)
{
    return static_cast<std::size_t>(y) * static_cast<std::size_t>(map.width) + static_cast<std::size_t>(x);
}

bool hasHeights(const MapData& map)
{
    return map.width > 0 && map.height > 0 &&
           map.heights.size() ==
               static_cast<std::size_t>(map.width + 1) * static_cast<std::size_t>(map.height + 1);
}

} // namespace

double MapData::heightAt(double x, double y) const
{
    if (!hasHeights(*this) || !std::isfinite(x) || !std::isfinite(y))
        return 0.0;
    const double inX = std::clamp(x, 0.0, static_cast<double>(width));
    const double inY = std::clamp(y, 0.0, static_cast<double>(height));
    const int cellX = std::min(static_cast<int>(inX), width - 1);
    const int cellY = std::min(static_cast<int>(inY), height - 1);
    const double partX = inX - cellX;
    const double partY = inY - cellY;
    const auto at = [&](int east, int north) -> double {
        return heights[cornerIndex(*this, cellX + east, cellY + north)];
    };
    return (at(0, 0) * (1.0 - partX) + at(1, 0) * partX) * (1.0 - partY) +
           (at(0, 1) * (1.0 - partX) + at(1, 1) * partX) * partY;
}

int MapData::cliffAt(int x, int y) const
{
    if (!hasCell(*this, x, y))
        return 0;
    const std::size_t i = cellIndex(*this, x, y);
    return i < cliffs.size() ? cliffs[i] : 0;
}

bool MapData::walkable(int x, int y) const
{
    if (!hasCell(*this, x, y))
        return false;
    if (!cliffs.empty() && cliffAt(x, y) == 0)
        return false;
    const std::size_t i = cellIndex(*this, x, y);
    if (i < blocked.size() && blocked[i] != 0)
        return false;
    if (!hasHeights(*this))
        return true;
    const auto [low, high] =
        std::minmax({heights[cornerIndex(*this, x, y)], heights[cornerIndex(*this, x + 1, y)],
                     heights[cornerIndex(*this, x, y + 1)], heights[cornerIndex(*this, x + 1, y + 1)]});
    return high - low <= WalkableStep;
}

} // namespace ghostline::sc2
