// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// Distances and headings in whole numbers, so that a seed gives the same match with every compiler.
#include "codecs/ironcurtain/base/types.h"

#include <algorithm>

namespace ghostline::ironcurtain::skirmish {

constexpr std::int64_t wholeRoot(std::int64_t value)
{
    if (value <= 0)
        return 0;
    std::int64_t x = value;
    for (std::int64_t y = (x + 1) / 2; y < x; y = (x + value / x) / 2)
        x = y;
    return x;
}
constexpr std::int64_t squared(const WorldPos& a, const WorldPos& b)
{
    const std::int64_t dx = std::int64_t{a.x} - b.x;
    const std::int64_t dy = std::int64_t{a.y} - b.y;
    return dx * dx + dy * dy;
}
constexpr std::int64_t distance(const WorldPos& a, const WorldPos& b) { return wholeRoot(squared(a, b)); }

/// Of a way, as a WAngle: 0 north, 256 east. Good to a degree.
constexpr std::int32_t heading(std::int64_t dx, std::int64_t dy)
{
    const std::int64_t ax = dx < 0 ? -dx : dx;
    const std::int64_t ay = dy < 0 ? -dy : dy;
    if (ax == 0 && ay == 0)
        return 0;
    const std::int64_t slope = 1024 * std::min(ax, ay) / std::max(ax, ay);
    const auto eighth = static_cast<std::int32_t>((128 * slope + 44 * slope * (1024 - slope) / 1024) / 1024);
    const std::int32_t quarter = ax <= ay ? eighth : 256 - eighth; // from north or south towards the side
    const std::int32_t half = dy <= 0 ? quarter : 512 - quarter;
    return ((dx >= 0 ? half : -half) + FullTurn) % FullTurn;
}
/// `from` turned towards `to` by at most `rate`, the shorter way round.
constexpr std::int32_t turned(std::int32_t from, std::int32_t to, std::int32_t rate)
{
    const std::int32_t gap = ((to - from + 512) % FullTurn + FullTurn) % FullTurn - 512;
    return (from + std::clamp(gap, -rate, rate) + FullTurn) % FullTurn;
}
constexpr WorldPos centreOf(int cellX, int cellY)
{
    return {cellX * UnitsPerCell + UnitsPerCell / 2, cellY * UnitsPerCell + UnitsPerCell / 2, 0};
}
constexpr int cellOf(std::int32_t coordinate) { return coordinate >> 10; }
constexpr std::int32_t cells(int count) { return count * UnitsPerCell; }

} // namespace ghostline::ironcurtain::skirmish
