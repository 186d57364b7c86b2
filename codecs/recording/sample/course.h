// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// A parkour course in the air: its blocks, and the way a player takes over it.
#include <glm/glm.hpp>

#include <string>
#include <utility>
#include <vector>

namespace ghostline::recording::sample {

struct CourseBlock
{
    CourseBlock(const glm::ivec3& place, std::string block) : at(place), state(std::move(block)) {}
    glm::ivec3 at;
    std::string state;
};

enum class StepKind {
    Walk,   ///< sprinting on the ground, up stairs too
    Stroll, ///< without haste
    Sneak,
    Wait,   ///< `value` ticks, looking around
    Jump,   ///< an arc `value` blocks high
    Fall,   ///< a jump that misses, down to `to`, then back to the last checkpoint
    Bridge, ///< backwards, sneaking, laying a block under each step
    Glide,  ///< along `path`
    Swim
};

struct Step
{
    StepKind kind = StepKind::Walk;
    glm::dvec3 to{0.0}; ///< middle of the feet
    double value = 0.0;
    std::string checkpoint; ///< taken on arrival
    std::string chat;       ///< said on arrival
    std::vector<glm::dvec3> path;
};

struct Course
{
    std::vector<CourseBlock> blocks;
    std::vector<CourseBlock> bridge; ///< laid by the player
    std::vector<Step> steps;
    /// Attempts that fail at a colour of the rainbow, by its number: each before the step of that number;
    /// then on from respawnStep.
    std::vector<std::pair<std::size_t, Step>> falls;
    glm::dvec3 start{0.0};
    glm::dvec3 respawn{0.0}; ///< after the fall
    std::size_t respawnStep = 0;
};

/// "Skyline": orchard, stairs, springs, rainbow, bridge, tower, a glide through rings, a pool, the finish.
/// `meadow`: the floating island below it, three times as many blocks.
Course skylineCourse(bool meadow);

/// `count` further blocks around it: hills with woods and water, nearest first.
std::vector<CourseBlock> hillsAround(std::size_t count);

} // namespace ghostline::recording::sample
