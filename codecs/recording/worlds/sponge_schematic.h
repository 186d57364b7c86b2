// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// Sponge schematics, versions 1 to 3: block numbers as VarInts in the order y, z, x beside a palette. Fields
// may come in any order, and blocks before their palette: they are looked for first and read in a second
// pass. Layout: docs/formats/worlds.md.
#include "codecs/io/nbt_stream.h"
#include "codecs/recording/worlds/block_world.h"

namespace ghostline::recording {

class SpongeSchematic
{
public:
    explicit SpongeSchematic(BlockWorld& world) : m_world(world) {}

    /// A field of the schematic's compound; false when it is none of a schematic's (nothing was read then).
    bool take(io::StreamReader& in, const io::NbtField& field);
    /// `in`: the same stream from its front, after all fields were taken. Where the scope says nothing and
    /// the file neither, block (0, 0, 0) lies at the world's origin.
    model::Result<void> readBlocks(io::StreamReader& in, std::int64_t version);

private:
    struct Blocks
    {
        std::vector<std::uint16_t> kinds; ///< by palette number
        std::vector<bool> known;          ///< numbers may leave gaps
        bool palette = false;
        std::optional<std::uint64_t> at; ///< where the data stands, unpacked
        std::uint64_t bytes = 0;
    };
    using Place = std::optional<glm::dvec3>;

    void readPalette(io::StreamReader& in, Blocks& to);
    void takeData(io::StreamReader& in, Blocks& to);
    void takeNested(io::StreamReader& in);
    void takeMetadata(io::StreamReader& in);
    Place placeOf(std::int64_t version) const;
    model::Result<void> fill(io::StreamReader& in, const Blocks& from, const glm::ivec3& size);

    BlockWorld& m_world;
    std::optional<std::int64_t> m_width;  ///< along x
    std::optional<std::int64_t> m_height; ///< along y
    std::optional<std::int64_t> m_length; ///< along z
    Place m_offset;
    Place m_editorOrigin;
    Place m_editorOffset;
    Blocks m_flat;   ///< of versions 1 and 2
    Blocks m_nested; ///< of version 3, in a compound of their own
};

} // namespace ghostline::recording
