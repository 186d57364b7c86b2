// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// The blocks of one chunk of an Anvil world, from its unpacked NBT: docs/formats/worlds.md.
#include "codecs/recording/worlds/block_world.h"

#include <array>
#include <stop_token>

namespace ghostline::recording {

/// What a chunk says of itself besides its blocks.
struct AnvilChunk
{
    std::int64_t dataVersion = 0;
    bool whole = true;                ///< its making was not left off half way
    std::optional<glm::ivec2> says{}; ///< its place by its own word, in chunks
};

/// Room for one chunk after the other. Of one thread.
class AnvilChunkReader
{
public:
    explicit AnvilChunkReader(BlockWorld& world) : m_world(world) {}

    /// Puts all blocks of a chunk into the world, or none of them. `at`: its place in chunks, which counts,
    /// whatever it says itself. Damaged names the byte of the unpacked data; Unsupported: a chunk of before
    /// 1.13; LimitExceeded: the world is full; Cancelled. Where it fails, nothing is left in this place.
    model::Result<AnvilChunk> read(std::span<const std::byte> nbt, const glm::ivec2& at,
                                   const std::stop_token& stop);

private:
    struct Section
    {
        std::int32_t y = 0;
        std::array<std::uint16_t, BlockWorld::SectionCells> kinds;
    };
    class Blocks;
    model::Result<void> readSections(std::span<const std::byte> nbt, std::size_t at, std::int64_t dataVersion,
                                     const std::stop_token& stop);
    model::Result<void> addSection(std::span<const std::byte> nbt, const Blocks& blocks,
                                   std::int64_t dataVersion);
    model::Result<void> readPalette(std::span<const std::byte> nbt, std::size_t at);
    model::Result<std::uint16_t> kindOf(std::string_view name, std::size_t at);

    BlockWorld& m_world;
    std::vector<std::unique_ptr<Section>> m_sections; ///< the first m_count of them are this chunk's
    std::size_t m_count = 0;
    std::vector<std::uint16_t> m_palette;
    std::vector<std::pair<std::string_view, std::string_view>> m_properties;
    std::string m_state;
};

} // namespace ghostline::recording
