// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// What a world holds, as a map to be compared: of one that was read, and of one that the test made.
#include "codecs/recording/worlds/block_world.h"
#include "tests/codecs/recording/world_bytes.h"

#include <map>
#include <tuple>

namespace ghostline::test {

using Blocks = std::map<std::tuple<int, int, int>, std::string>; ///< by x, y, z; no air

inline Blocks blocksOf(const recording::BlockWorld& world)
{
    Blocks blocks;
    world.forEachSection([&](const glm::ivec3& at, recording::BlockWorld::SectionKinds kinds) {
        for (std::size_t i = 0; i < kinds.size(); ++i) {
            const glm::ivec3 cell = model::gridCellAt(at, static_cast<std::uint16_t>(i));
            if (kinds[i] != recording::BlockWorld::Air)
                blocks[{cell.x, cell.y, cell.z}] = world.states().at(kinds[i]);
        }
    });
    return blocks;
}

inline Blocks blocksOf(const MadeWorld& world)
{
    Blocks blocks;
    for (const MadeChunk& chunk : world.chunks) {
        for (std::size_t s = 0; s < chunk.sections.size(); ++s) {
            if (!chunk.sections[s])
                continue;
            const MadeSection& section = *chunk.sections[s];
            const glm::ivec3 at{chunk.x, world.lowest + static_cast<int>(s), chunk.z};
            for (std::size_t i = 0; i < recording::BlockWorld::SectionCells; ++i) {
                const std::string state =
                    recording::normalState(section.palette[section.numbers.empty() ? 0 : section.numbers[i]]);
                const glm::ivec3 cell = model::gridCellAt(at, static_cast<std::uint16_t>(i));
                if (state != "minecraft:air")
                    blocks[{cell.x, cell.y, cell.z}] = state;
            }
        }
    }
    return blocks;
}

} // namespace ghostline::test
