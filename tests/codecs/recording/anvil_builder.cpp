// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/codecs/recording/anvil_builder.h"

#include "codecs/io/lz4_blocks.h"
#include "tests/support/packed_bytes.h"

#include <QtEndian>

#include <bit>
#include <lz4.h>

namespace ghostline::test {

using io::NbtCompound;
using io::NbtKind;
using io::NbtList;
using recording::Bytes;

namespace {

constexpr std::size_t Cells = 4096;

NbtCompound stateTree(const QString& state)
{
    NbtCompound tree;
    tree.set(QStringLiteral("Name"), state.section(u'[', 0, 0));
    NbtCompound properties;
    for (const QString& part : state.section(u'[', 1).chopped(state.contains(u'[') ? 1 : 0).split(u',')) {
        if (!part.isEmpty())
            properties.set(part.section(u'=', 0, 0), part.section(u'=', 1));
    }
    if (!properties.entries.empty())
        tree.set(QStringLiteral("Properties"), std::move(properties));
    return tree;
}

NbtList paletteTree(const QStringList& palette)
{
    NbtList list;
    list.kind = NbtKind::Compound;
    for (const QString& state : palette)
        list.values.emplace_back(stateTree(state));
    return list;
}

/// Written here bit by bit, so that the reader is not held against itself.
std::vector<std::int64_t> packed(const std::vector<std::uint16_t>& cells, std::size_t states, bool tight)
{
    const auto bits = std::max<std::size_t>(4, std::bit_width(states - 1));
    const std::size_t inOne = 64 / bits;
    std::vector<std::uint64_t> longs(tight ? (cells.size() * bits + 63) / 64
                                           : (cells.size() + inOne - 1) / inOne);
    for (std::size_t i = 0; i < cells.size(); ++i) {
        for (std::size_t b = 0; b < bits; ++b) {
            const std::size_t bit = tight ? i * bits + b : i / inOne * 64 + i % inOne * bits + b;
            longs[bit / 64] |= static_cast<std::uint64_t>(cells[i] >> b & 1) << bit % 64;
        }
    }
    std::vector<std::int64_t> out;
    out.reserve(longs.size());
    for (const std::uint64_t l : longs)
        out.push_back(static_cast<std::int64_t>(l));
    return out;
}

void addLe(Bytes& out, std::uint32_t value)
{
    for (int i = 0; i < 4; ++i)
        out.push_back(static_cast<std::byte>(value >> 8 * i & 0xFF));
}

} // namespace

std::vector<std::uint16_t> everyState(std::size_t states)
{
    std::vector<std::uint16_t> cells(Cells);
    for (std::size_t i = 0; i < Cells; ++i)
        cells[i] = static_cast<std::uint16_t>(i * 7 % states);
    return cells;
}

AnvilSection oneBlock(int y, const QString& state)
{
    std::vector<std::uint16_t> cells(Cells);
    cells[0] = 1;
    return {y, {QStringLiteral("minecraft:air"), state}, cells};
}

AnvilPlan highPlan(int sections)
{
    AnvilPlan plan;
    for (int i = 0; i < sections; ++i)
        plan.sections.push_back(oneBlock(i - 128, QStringLiteral("minecraft:stone")));
    return plan;
}

NbtCompound anvilTree(const AnvilPlan& plan)
{
    const bool inLevel = plan.dataVersion < 2844;
    const bool nested = plan.dataVersion >= 2834;
    NbtList sections;
    sections.kind = NbtKind::Compound;
    for (const AnvilSection& section : plan.sections) {
        NbtCompound tree;
        tree.set(QStringLiteral("Y"), static_cast<std::int8_t>(section.y));
        tree.set(QStringLiteral("SkyLight"), std::vector<std::int8_t>(2048, -1));
        NbtCompound states;
        NbtCompound& into = nested ? states : tree;
        // Data before the palette: the order of names says nothing.
        if (!section.cells.empty())
            into.set(nested ? QStringLiteral("data") : QStringLiteral("BlockStates"),
                     packed(section.cells, static_cast<std::size_t>(section.palette.size()),
                            plan.dataVersion < 2529));
        if (!section.palette.isEmpty())
            into.set(nested ? QStringLiteral("palette") : QStringLiteral("Palette"),
                     paletteTree(section.palette));
        if (nested)
            tree.set(QStringLiteral("block_states"), std::move(states));
        sections.values.emplace_back(std::move(tree));
    }
    NbtCompound fields;
    fields.set(QStringLiteral("Heightmaps"), NbtCompound{});
    fields.set(inLevel ? QStringLiteral("Sections") : QStringLiteral("sections"), std::move(sections));
    fields.set(QStringLiteral("Status"), plan.status);
    fields.set(QStringLiteral("xPos"), std::int32_t{plan.at.x});
    fields.set(QStringLiteral("zPos"), std::int32_t{plan.at.y});
    if (!inLevel) {
        fields.set(QStringLiteral("DataVersion"), std::int32_t{plan.dataVersion});
        return fields;
    }
    NbtCompound root;
    root.set(QStringLiteral("Level"), std::move(fields));
    root.set(QStringLiteral("DataVersion"), std::int32_t{plan.dataVersion});
    return root;
}

Bytes anvilNbt(const AnvilPlan& plan) { return nbtBytes(anvilTree(plan)); }

Bytes packLz4Blocks(const Bytes& data, std::size_t piece, bool raw)
{
    Bytes out;
    const auto head = [&](unsigned method, std::uint32_t size, std::uint32_t plain, std::uint32_t check) {
        constexpr char Mark[] = "LZ4Block";
        for (int i = 0; i < 8; ++i)
            out.push_back(static_cast<std::byte>(Mark[i]));
        out.push_back(static_cast<std::byte>(method << 4 | 6)); // up to 64 KiB
        addLe(out, size);
        addLe(out, plain);
        addLe(out, check);
    };
    for (std::size_t at = 0; at < data.size(); at += piece) {
        const auto part = std::span(data).subspan(at, std::min(piece, data.size() - at));
        const auto plain = static_cast<std::uint32_t>(part.size());
        const std::uint32_t check = io::xxHash32(part, 0x9747B28C) & 0x0FFFFFFF;
        const int room = LZ4_compressBound(static_cast<int>(plain));
        Bytes body;
        body.resize(static_cast<std::size_t>(std::max(room, 0)));
        const int size =
            LZ4_compress_default(reinterpret_cast<const char*>(part.data()),
                                 reinterpret_cast<char*>(body.data()), static_cast<int>(plain), room);
        body.resize(static_cast<std::size_t>(std::max(size, 0)));
        if (raw)
            body.assign(part.begin(), part.end());
        head(raw ? 1 : 2, static_cast<std::uint32_t>(body.size()), plain, check);
        out.insert(out.end(), body.begin(), body.end());
    }
    head(1, 0, 0, 0);
    return out;
}

Bytes packedAs(unsigned kind, const Bytes& data)
{
    switch (kind & 0x7F) {
    case 1:
        return gzipOf(data);
    case 2:
        return zlibOf(data);
    case 4:
        return packLz4Blocks(data);
    default:
        return data;
    }
}

RegionBuilder& RegionBuilder::point(const glm::ivec2& place, std::uint32_t entry)
{
    m_table[static_cast<std::size_t>(place.x + 32 * place.y)] = entry;
    return *this;
}

std::uint32_t RegionBuilder::entryOf(const glm::ivec2& place) const
{
    return m_table[static_cast<std::size_t>(place.x + 32 * place.y)];
}

RegionBuilder& RegionBuilder::put(const glm::ivec2& place, unsigned kind, const Bytes& packed)
{
    constexpr qsizetype Sector = 4096;
    QByteArray chunk(5, '\0');
    qToBigEndian(static_cast<std::uint32_t>(packed.size() + 1), chunk.data());
    chunk[4] = static_cast<char>(kind);
    chunk.append(reinterpret_cast<const char*>(packed.data()), static_cast<qsizetype>(packed.size()));
    chunk.append((Sector - chunk.size() % Sector) % Sector, '\0');
    const auto first = static_cast<std::uint32_t>(2 + m_sectors.size() / Sector);
    m_sectors += chunk;
    return point(place, first << 8 | static_cast<std::uint32_t>(chunk.size() / Sector));
}

RegionBuilder& RegionBuilder::put(const glm::ivec2& place, const AnvilPlan& plan)
{
    return put(place, 2, zlibOf(anvilNbt(plan)));
}

QByteArray RegionBuilder::bytes() const
{
    QByteArray out(8192, '\0');
    for (std::size_t i = 0; i < m_table.size(); ++i)
        qToBigEndian(m_table[i], out.data() + 4 * i);
    return out + m_sectors;
}

} // namespace ghostline::test
