// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// Region files for tests, laid out here: chunks in the layout of any game, compressed in any way.
#include "codecs/io/nbt.h"
#include "codecs/recording/format/event.h"
#include "tests/codecs/recording/world_bytes.h"

#include <QByteArray>
#include <QStringList>

#include <array>
#include <glm/glm.hpp>
#include <map>

namespace ghostline::test {

struct AnvilSection
{
    int y = 0;
    QStringList palette;              ///< "minecraft:oak_slab[type=top]"
    std::vector<std::uint16_t> cells; ///< into it, y z x; none: no data, as where all are the first
};

struct AnvilPlan
{
    int dataVersion = 3955;
    glm::ivec2 at{0}; ///< what it says, in chunks
    QString status = QStringLiteral("minecraft:full");
    std::vector<AnvilSection> sections{};
};

/// 4096 cells that go through all states of a palette.
std::vector<std::uint16_t> everyState(std::size_t states);
AnvilSection oneBlock(int y, const QString& state);
/// A block of stone in each of so many sections, from the lowest up.
AnvilPlan highPlan(int sections);

io::NbtCompound anvilTree(const AnvilPlan& plan);
recording::Bytes anvilNbt(const AnvilPlan& plan);

// What a chunk's data becomes by each kind of compression.
/// lz4-java's block stream, with blocks of `piece` plain bytes.
recording::Bytes packLz4Blocks(const recording::Bytes& data, std::size_t piece = 1 << 16, bool raw = false);
recording::Bytes packedAs(unsigned kind, const recording::Bytes& data);

/// A region file; places are those within it, 0 to 31.
class RegionBuilder
{
public:
    /// Length, kind and bytes in sectors of their own.
    RegionBuilder& put(const glm::ivec2& place, unsigned kind, const recording::Bytes& packed);
    RegionBuilder& put(const glm::ivec2& place, const AnvilPlan& plan);
    /// The table's entry as it is: first sector << 8 | sectors.
    RegionBuilder& point(const glm::ivec2& place, std::uint32_t entry);
    std::uint32_t entryOf(const glm::ivec2& place) const;
    QByteArray bytes() const;

private:
    std::array<std::uint32_t, 1024> m_table{};
    QByteArray m_sectors;
};

} // namespace ghostline::test
