// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// One region file of an Anvil world: its table, and the bytes of a chunk. docs/formats/worlds.md.
#include "model/bytes/byte_source.h"

#include <array>
#include <glm/glm.hpp>
#include <memory>
#include <span>
#include <vector>

namespace ghostline::recording {

/// Immutable. Chunks are read one by one; of the file only the table is held.
class AnvilRegion
{
public:
    static constexpr int Side = 32; ///< chunks
    static constexpr std::size_t Places = 1024;

    /// `at`: in regions. A file of no bytes has no chunks. Damaged: no table; LimitExceeded: too large a
    /// file.
    static model::Result<AnvilRegion> open(std::shared_ptr<const model::ByteSource> file,
                                           const glm::ivec2& at, const std::stop_token& stop);

    const glm::ivec2& at() const { return m_at; }
    bool has(std::size_t place) const { return m_table[place] != 0; }
    /// A chunk's place in the world, in chunks.
    glm::ivec2 chunkAt(std::size_t place) const;
    /// Byte of the file where a chunk begins.
    std::uint64_t offsetOf(std::size_t place) const;
    /// Its NBT, unpacked. Damaged, Unsupported and LimitExceeded are about this chunk, IoError and Cancelled
    /// are not. `spent` grows by the bytes that came out, of a chunk that could not be read, too.
    model::Result<std::vector<std::byte>> read(std::size_t place, const std::stop_token& stop,
                                               std::uint64_t& spent) const;
    QString name() const; ///< of the file

private:
    AnvilRegion(std::shared_ptr<const model::ByteSource> file, const glm::ivec2& at);
    model::Result<std::vector<std::byte>> outside(const glm::ivec2& chunk, const std::stop_token& stop) const;

    std::shared_ptr<const model::ByteSource> m_file;
    glm::ivec2 m_at{0};
    std::array<std::uint32_t, Places> m_table{};
};

/// The compressed bytes of a chunk. `base`: where they begin in their file. `spent`: see AnvilRegion::read().
model::Result<std::vector<std::byte>> unpackChunk(unsigned kind, std::span<const std::byte> packed,
                                                  std::uint64_t base, std::uint64_t& spent);

} // namespace ghostline::recording
