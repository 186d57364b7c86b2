// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// Where a made-up match is played: walls, floating blocks, launch tubes and goals, as distances.
#include <glm/glm.hpp>

#include <span>

namespace ghostline::echo::sample {

using Vec = glm::dvec3;

inline constexpr double HalfWidth = 16.0;
inline constexpr double Floor = -7.0;
inline constexpr double Ceiling = 10.3;
inline constexpr double HalfLength = 40.3;
inline constexpr double GoalZ = 36.0;
inline constexpr double GoalRadius = 1.5; ///< of the ring's middle line
inline constexpr int TubesPerSide = 5;
inline constexpr double TubeRadius = 1.2;
inline constexpr double TubeLength = 8.0;

/// Middle of a launch tube's mouth; `end` -1 = blue's, +1 = orange's.
Vec tubeMouth(int end, int tube);

struct Block
{
    Vec middle{0.0};
    double half = 0.7;
    bool octagon = false; ///< else a cube stood on its edge
};
std::span<const Block> blocks();

/// Metres to the nearest surface; negative inside a block or outside the arena. At most 6 is told exactly.
double clearance(const Vec& place);
/// Away from the nearest surface, of unit length.
Vec awayFromSurface(const Vec& place);
/// Least clearance on the way from one place to another, its first metre left out.
double laneClearance(const Vec& from, const Vec& to);

} // namespace ghostline::echo::sample
