// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// Litematica's pieces: boxes of blocks with a palette each, numbers packed tightly in all versions. As of a
// schematic, blocks may come before their palette and are read in a second pass. Layout:
// docs/formats/worlds.md.
#include "codecs/io/nbt_stream.h"
#include "codecs/recording/worlds/block_world.h"

namespace ghostline::recording {

class Litematic
{
public:
    explicit Litematic(BlockWorld& world) : m_world(world) {}

    /// The fields of the compound "Regions".
    void takeRegions(io::StreamReader& in);
    /// `in`: the same stream from its front.
    model::Result<void> readBlocks(io::StreamReader& in, std::int64_t version);

private:
    struct Region
    {
        QString name;
        std::optional<glm::i64vec3> position;
        std::optional<glm::i64vec3> size; ///< may be negative: it then lies before `position`
        std::vector<std::uint16_t> kinds; ///< by palette number
        std::optional<std::uint64_t> at;  ///< where the longs stand, unpacked
        std::uint64_t longs = 0;
        glm::ivec3 low{0};
        glm::ivec3 cells{0};
    };
    void takeRegion(io::StreamReader& in, Region& region);
    model::Result<std::uint64_t> checkRegion(Region& region) const;
    model::Result<void> fill(io::StreamReader& in, const Region& region);

    BlockWorld& m_world;
    std::vector<Region> m_regions; ///< in the order of the file: of two that overlap the later one counts
    std::size_t m_paletteEntries = 0;
};

} // namespace ghostline::recording
