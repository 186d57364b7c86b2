// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// Region files for the fuzzer: a whole one, whose table and first chunk are made of the bytes, or the
// unpacked data of one chunk. What is read must be the same when it is read again.
#include "codecs/recording/worlds/anvil_chunk.h"
#include "codecs/recording/worlds/anvil_world.h"
#include "model/bytes/byte_sources.h"
#include "tests/fuzz/require.h"

#include <algorithm>

namespace ghostline::fuzz {

inline void anvilChunk(std::span<const std::byte> bytes)
{
    recording::BlockWorld world{recording::WorldScope()};
    recording::AnvilChunkReader reader(world);
    const auto first = reader.read(bytes, {-3, 7}, {});
    const std::size_t blocks = world.blockCount();
    const auto again = reader.read(bytes, {-3, 7}, {});
    require(first.has_value() == again.has_value() && world.blockCount() == blocks);
    if (!first)
        requireNone(explained(first.error()) && blocks == 0 ? QString() : QStringLiteral("half a chunk"));
    (void)world.finish(QStringLiteral("chunk"));
}

/// The first bytes become entries of the table, the rest sectors. Any file has a table and at least a chunk.
inline void anvilRegion(std::span<const std::byte> bytes)
{
    constexpr std::size_t Header = 8192;
    constexpr std::size_t Entries = 4;
    std::vector<std::byte> file(Header + 4096);
    file[2] = std::byte{2}; // the first chunk follows the header
    file[3] = std::byte{1};
    const std::size_t table = std::min(bytes.size(), Entries * sizeof(std::uint32_t));
    std::copy_n(bytes.begin(), table, file.begin() + 8);
    const auto rest = bytes.subspan(table);
    file.resize(std::max(file.size(), Header + rest.size()));
    std::copy(rest.begin(), rest.end(), file.begin() + Header);
    const auto source = std::make_shared<model::MemorySource>(std::move(file), QStringLiteral("r.0.0.mca"));
    source->addSibling(QStringLiteral("c.0.0.mcc"), QByteArray(reinterpret_cast<const char*>(rest.data()),
                                                               static_cast<qsizetype>(rest.size())));
    const auto region = recording::AnvilRegion::open(source, {0, 0}, {});
    require(region.has_value());
    recording::BlockWorld world{recording::WorldScope()};
    const auto read = recording::readRegions(std::span(&*region, 1), world, {});
    require(read || explained(read.error()));
    (void)world.finish(QStringLiteral("region"));
}

} // namespace ghostline::fuzz
