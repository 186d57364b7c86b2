// SPDX-License-Identifier: GPL-3.0-or-later
// Distances in the arena, from the published coordinates of what floats in it.
#include "codecs/echo/sample/arena.h"

#include "codecs/echo/replay/arena_blocks.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <numbers>
#include <vector>

namespace ghostline::echo::sample {

namespace {

constexpr double Far = 6.0;

constexpr double Chamfer = 4.5;        // of the hull's long edges
constexpr double EndStart = 37.2;      // from where on the ends draw in
constexpr double EndSlope = 3.0 / 3.1; // by how much
constexpr double RingThickness = 0.13;

std::vector<Block> makeBlocks()
{
    std::vector<Block> all;
    all.reserve(arena::Blocks.size() * 4);
    for (const arena::Block& row : arena::Blocks) {
        for (const double x : {1.0, -1.0}) {
            for (const double z : {1.0, -1.0}) {
                if ((x < 0.0 && !row.bothX) || (z < 0.0 && !row.bothZ))
                    continue;
                all.push_back({Vec(row.x * x, row.y, row.z * z), row.half, row.octagon});
            }
        }
    }
    return all;
}

/// Distance from a prism along Z of which only distances across and along are told.
double prism(double across, double along)
{
    return std::hypot(std::max(across, 0.0), std::max(along, 0.0)) + std::min(std::max(across, along), 0.0);
}

/// From a block: an octagonal one, or a cube stood on its edge.
double fromBlock(const Vec& away, const Block& block)
{
    const double x = std::abs(away.x);
    const double y = std::abs(away.y);
    const double slant = (x + y) * std::numbers::sqrt2 / 2.0;
    if (block.octagon)
        return prism(std::max({x, y, slant}) - block.half, std::abs(away.z) - block.half);
    return prism(std::max(slant, std::abs(x - y) * std::numbers::sqrt2 / 2.0) - block.half,
                 std::abs(away.z) - block.half);
}

/// The hull is a convex body: the nearest of its planes counts.
double roomInHull(const Vec& place)
{
    const double x = HalfWidth - std::abs(place.x);
    const double y = std::min(place.y - Floor, Ceiling - place.y);
    const double edge = (x + y - Chamfer) * std::numbers::sqrt2 / 2.0;
    const double wall = std::min({x, y, edge});
    const double deep = std::abs(place.z) - EndStart;
    const double tapered = deep > 0.0 ? (wall - EndSlope * deep) * 0.72 : wall;
    return std::min(tapered, HalfLength - std::abs(place.z));
}

/// The goal's ring, and the plate behind it.
double fromGoal(const Vec& place)
{
    const double across = std::hypot(place.x, place.y);
    const double along = std::abs(place.z) - GoalZ;
    const double ring = std::hypot(across - GoalRadius, along) - RingThickness;
    return std::min(ring, prism(across - 2.0, std::abs(along - 0.32) - 0.1));
}

/// Free room in the nearest launch tube, negative outside all.
double roomInTubes(const Vec& place)
{
    const int end = place.z > 0.0 ? 1 : -1;
    const double deep = std::abs(place.z) - HalfLength;
    if (deep < -TubeRadius)
        return -Far;
    double room = -Far;
    for (int i = 0; i < TubesPerSide; ++i) {
        const Vec mouth = tubeMouth(end, i);
        const double aside = std::hypot(place.x - mouth.x, place.y - mouth.y);
        room = std::max(room, std::min(TubeRadius - aside, TubeLength - deep));
    }
    return room;
}

} // namespace

Vec tubeMouth(int end, int tube)
{
    constexpr std::array<std::array<double, 2>, TubesPerSide> Mouths{
        {{0.0, 4.535}, {4.275, 1.425}, {2.649, -3.605}, {-2.649, -3.605}, {-4.275, 1.425}}};
    const auto& mouth = Mouths[static_cast<std::size_t>(tube) % TubesPerSide];
    return {mouth[0], mouth[1], end * HalfLength};
}

std::span<const Block> blocks()
{
    static const std::vector<Block> all = makeBlocks();
    return all;
}

double clearance(const Vec& place)
{
    double room = std::min(std::max(roomInHull(place), roomInTubes(place)), Far);
    if (std::abs(place.z) > GoalZ - Far)
        room = std::min(room, fromGoal(place));
    for (const Block& block : blocks()) {
        const Vec away = place - block.middle;
        const double near = room + 2.0;
        if (glm::dot(away, away) < near * near)
            room = std::min(room, fromBlock(away, block));
    }
    return room;
}

Vec awayFromSurface(const Vec& place)
{
    constexpr double Step = 0.02;
    Vec slope(0.0);
    for (int axis = 0; axis < 3; ++axis) {
        Vec step(0.0);
        step[axis] = Step;
        slope[axis] = clearance(place + step) - clearance(place - step);
    }
    const double steep = glm::length(slope);
    return steep > 1e-9 ? slope / steep : glm::normalize(-place + Vec(0.0, 1e-3, 0.0));
}

double laneClearance(const Vec& from, const Vec& to)
{
    const double length = glm::length(to - from);
    double least = Far;
    for (double at = 1.0; at < length; at += 0.7)
        least = std::min(least, clearance(from + (to - from) * (at / length)));
    return least;
}

} // namespace ghostline::echo::sample
