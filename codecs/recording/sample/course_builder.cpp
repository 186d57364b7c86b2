// SPDX-License-Identifier: GPL-3.0-or-later
#include "codecs/recording/sample/course_builder.h"

#include "codecs/io/sample_random.h"

#include <algorithm>
#include <array>
#include <cmath>

namespace ghostline::recording::sample {

namespace {

using glm::ivec3;

bool within(int x, int z, double radius)
{
    return static_cast<double>(x) * x + static_cast<double>(z) * z <= (radius + 0.4) * (radius + 0.4);
}

} // namespace

void CourseBuilder::set(const ivec3& at, const std::string& state)
{
    const auto [place, fresh] = m_places.try_emplace({at.x, at.y, at.z}, m_blocks.size());
    if (fresh)
        m_blocks.emplace_back(at, state);
    else
        m_blocks[place->second].state = state;
}

void CourseBuilder::box(const ivec3& low, const ivec3& high, const std::string& state)
{
    for (int y = low.y; y <= high.y; ++y) {
        for (int z = low.z; z <= high.z; ++z) {
            for (int x = low.x; x <= high.x; ++x)
                set({x, y, z}, state);
        }
    }
}

void CourseBuilder::disc(const ivec3& middle, int radius, const std::string& state)
{
    for (int z = -radius; z <= radius; ++z) {
        for (int x = -radius; x <= radius; ++x) {
            if (within(x, z, radius))
                set(middle + ivec3(x, 0, z), state);
        }
    }
}

void CourseBuilder::ring(const ivec3& middle, int radius, const std::string& state)
{
    for (int z = -radius; z <= radius; ++z) {
        for (int x = -radius; x <= radius; ++x) {
            if (within(x, z, radius) && !within(x, z, radius - 1))
                set(middle + ivec3(x, 0, z), state);
        }
    }
}

void CourseBuilder::island(const ivec3& middle, int radius)
{
    disc(middle, radius, "minecraft:grass_block");
    disc(middle - ivec3(0, 1, 0), radius - 1, "minecraft:dirt");
    for (int down = 2; radius - down >= 0; ++down)
        disc(middle - ivec3(0, down, 0), radius - down, "minecraft:stone");
}

void CourseBuilder::meadow(const ivec3& middle, int radiusX, int radiusZ)
{
    constexpr int Layers = 5;
    io::Random random(11);
    for (int down = 0; down < Layers; ++down) {
        for (int z = -radiusZ; z <= radiusZ; ++z) {
            for (int x = -radiusX; x <= radiusX; ++x) {
                const double across =
                    std::hypot(x / static_cast<double>(radiusX), z / static_cast<double>(radiusZ));
                const double edge = 0.94 + 0.05 * std::sin(std::atan2(z, x) * 7.0) - 0.17 * down;
                if (across > edge + random.between(-0.02, 0.02))
                    continue;
                const double spot = std::sin(x * 0.55) + std::cos(z * 0.47 + x * 0.2);
                const char* top = spot > 1.35   ? "minecraft:moss_block"
                                  : spot < -1.5 ? "minecraft:coarse_dirt"
                                                : "minecraft:grass_block";
                set(middle + ivec3(x, -down, z), down == 0   ? top
                                                 : down == 1 ? "minecraft:dirt"
                                                 : down == 2 ? "minecraft:stone"
                                                             : "minecraft:deepslate");
            }
        }
    }
}

void CourseBuilder::tree(const ivec3& at, const std::string& wood)
{
    const std::string leaves = std::string("minecraft:").append(wood).append("_leaves");
    for (int up = 2; up <= 5; ++up) {
        const int radius = up < 4 ? 2 : 1;
        for (int z = -radius; z <= radius; ++z) {
            for (int x = -radius; x <= radius; ++x) {
                if (std::abs(x) + std::abs(z) < 2 * radius || up == 3)
                    set(at + ivec3(x, up, z), leaves);
            }
        }
    }
    box(at, at + ivec3(0, 3, 0), std::string("minecraft:").append(wood).append("_log"));
}

void CourseBuilder::gate(const ivec3& foot, int half, bool along, const std::string& post,
                         const std::string& beam)
{
    const ivec3 side = along ? ivec3(0, 0, half) : ivec3(half, 0, 0);
    for (const ivec3& at : {foot - side, foot + side})
        box(at, at + ivec3(0, 3, 0), post);
    box(foot - side + ivec3(0, 4, 0), foot + side + ivec3(0, 4, 0), beam);
}

void CourseBuilder::hoop(const ivec3& middle, int radius, bool along, const std::string& state)
{
    for (int up = -radius; up <= radius; ++up) {
        for (int side = -radius; side <= radius; ++side) {
            if (within(side, up, radius) && !within(side, up, radius - 1))
                set(middle + (along ? ivec3(0, up, side) : ivec3(side, up, 0)), state);
        }
    }
}

std::vector<CourseBlock> CourseBuilder::blocks() const
{
    std::vector<CourseBlock> out;
    out.reserve(m_blocks.size());
    std::copy_if(m_blocks.begin(), m_blocks.end(), std::back_inserter(out),
                 [](const CourseBlock& block) { return block.state != "minecraft:air"; });
    return out;
}

std::vector<CourseBlock> hillsAround(std::size_t count)
{
    constexpr int HillBase = 63;
    constexpr int Clear = 58; ///< from here on, around (14, 20)
    std::vector<CourseBlock> out;
    out.reserve(count);
    io::Random random(7);
    const auto column = [&](int x, int z) {
        const double away = std::hypot(x, z) - Clear;
        const double wave = std::sin(x * 0.11) + std::cos(z * 0.13) + std::sin((x + z) * 0.05);
        const int height = static_cast<int>(std::clamp(away * 0.15, 0.0, 4.0) + wave * 1.6 + 2.0);
        const bool wood = random.below(60) == 0;
        for (int y = 0; y <= std::max(height, 1) && out.size() < count; ++y) {
            const bool top = y == std::max(height, 1);
            const char* state = height < 1          ? (top ? "minecraft:water" : "minecraft:sand")
                                : top && height > 6 ? "minecraft:snow_block"
                                : top               ? "minecraft:grass_block"
                                : y + 2 >= height   ? "minecraft:dirt"
                                                    : "minecraft:stone";
            out.emplace_back(glm::ivec3(x + 14, HillBase + y, z + 20), state);
        }
        for (int y = 1; wood && height > 1 && y < 5 && out.size() < count; ++y)
            out.emplace_back(glm::ivec3(x + 14, HillBase + height + y, z + 20),
                             y < 3 ? "minecraft:spruce_log" : "minecraft:spruce_leaves");
    };
    for (int reach = Clear; out.size() < count; ++reach) {
        for (int i = -reach; i < reach && out.size() < count; ++i) {
            column(i, -reach);
            column(reach, i);
            column(-i, reach);
            column(-reach, -i);
        }
    }
    return out;
}

} // namespace ghostline::recording::sample
