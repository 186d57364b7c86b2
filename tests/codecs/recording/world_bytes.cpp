// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/codecs/recording/world_bytes.h"

namespace ghostline::test {

namespace {

constexpr std::size_t Cells = 4096;
constexpr std::size_t Light = 2048;

QString qt(const std::string& text) { return QString::fromStdString(text); }

} // namespace

WorldBytes& WorldBytes::varInt(std::int32_t value)
{
    auto left = static_cast<std::uint32_t>(value);
    for (; left > 0x7F; left >>= 7)
        u8(static_cast<int>((left & 0x7FU) | 0x80U));
    return u8(static_cast<int>(left));
}

WorldBytes& WorldBytes::text(std::string_view text)
{
    varInt(static_cast<std::int32_t>(text.size()));
    for (const char c : text)
        u8(c);
    return *this;
}

WorldBytes& WorldBytes::raw(const Bytes& bytes)
{
    m_bytes.insert(m_bytes.end(), bytes.begin(), bytes.end());
    return *this;
}

WorldBytes& WorldBytes::zeros(std::size_t count)
{
    m_bytes.resize(m_bytes.size() + count);
    return *this;
}

WorldBytes& WorldBytes::longs(const std::vector<std::uint64_t>& longs)
{
    for (const std::uint64_t value : longs)
        be(value);
    return *this;
}

std::vector<std::uint64_t> packNumbers(const std::vector<std::uint16_t>& numbers, int bits, bool tight)
{
    std::vector<std::uint64_t> longs;
    std::size_t bit = 0;
    for (const std::uint16_t number : numbers) {
        const auto width = static_cast<std::size_t>(bits);
        if (!tight && bit % 64 + width > 64)
            bit += 64 - bit % 64;
        // Bit by bit: slow, and nothing to get wrong.
        for (std::size_t i = 0; i < width; ++i, ++bit) {
            longs.resize(bit / 64 + 1);
            longs[bit / 64] |= static_cast<std::uint64_t>(number >> i & 1) << bit % 64;
        }
    }
    return longs;
}

int bitsOf(std::size_t size, int least)
{
    int bits = least;
    while (std::size_t{1} << bits < size)
        ++bits;
    return bits;
}

Bytes nbtBytes(const io::NbtCompound& root, io::NbtRoot kind)
{
    Bytes out;
    io::writeNbt(out, root, kind);
    return out;
}

io::NbtCompound stateTree(const std::string& state)
{
    io::NbtCompound tree;
    const std::size_t bracket = state.find('[');
    tree.set(QStringLiteral("Name"), qt(state.substr(0, bracket)));
    if (bracket == std::string::npos)
        return tree;
    io::NbtCompound properties;
    const QString inner = qt(state).section(u'[', 1).chopped(1);
    for (const QString& pair : inner.split(u','))
        properties.set(pair.section(u'=', 0, 0), pair.section(u'=', 1));
    tree.set(QStringLiteral("Properties"), properties);
    return tree;
}

MadeWorld smallWorld()
{
    MadeSection three{{"stone", "minecraft:air", "minecraft:oak_log[axis=y]"}, {}};
    MadeSection forty;
    for (int i = 1; i < 40; ++i)
        forty.palette.push_back("minecraft:note_block[note=" + std::to_string(i) + "]");
    for (std::size_t i = 0; i < Cells; ++i) {
        three.numbers.push_back(static_cast<std::uint16_t>(i * 7 % 3));
        forty.numbers.push_back(static_cast<std::uint16_t>(i * 11 % 40));
    }
    MadeWorld world{-2, {}};
    world.chunks.push_back({3, -4, {MadeSection{}, three, MadeSection{{"minecraft:bedrock"}, {}}}, {}});
    world.chunks.push_back({-1, 0, {forty, std::nullopt, MadeSection{}}, {}});
    // A plate at 5, -20, 9 of the first chunk.
    world.chunks[0].entities.push_back({5U | 20U << 4 | 1U << 27 | 9U << 28, "mapmaker:checkpoint_plate"});
    world.chunks[0].entities.push_back({1U | 7U << 4, "minecraft:chest"});
    return world;
}

namespace {

void writePolarSection(WorldBytes& out, const MadeSection& section, const PolarSpec& spec)
{
    const auto count = static_cast<std::int32_t>(section.palette.size());
    out.varInt(count);
    for (const std::string& state : section.palette)
        out.text(state);
    if (count > 1) {
        const auto longs = packNumbers(section.numbers, bitsOf(section.palette.size(), 1), false);
        out.varInt(static_cast<std::int32_t>(longs.size())).longs(longs);
    }
    out.varInt(2).text("minecraft:plains").text("minecraft:desert").varInt(1).be(std::uint64_t{5});
    const bool light = spec.light;
    if (spec.version == 1)
        out.u8(light ? 1 : 0).zeros(light ? 2 * Light : 0);
    else if (spec.version < 7)
        out.u8(light ? 1 : 0).zeros(light ? Light : 0).u8(0);
    else
        out.u8(2).u8(light ? 3 : 1).zeros(light ? Light : 0);
}

void writePolarEntity(WorldBytes& out, const MadeEntity& entity, const PolarSpec& spec)
{
    io::NbtCompound inner;
    inner.set(QStringLiteral("a"), std::vector<std::int64_t>{1, 2});
    io::NbtCompound data;
    io::NbtList list;
    list.kind = io::NbtKind::Compound;
    list.values = {inner, inner};
    data.set(QStringLiteral("Items"), list);
    data.set(QStringLiteral("x"), std::int32_t{3});
    out.be(entity.place);
    if (!spec.draft)
        out.u8(1);
    out.text(entity.name);
    if (spec.version >= 3)
        out.u8(1);
    out.raw(nbtBytes(data, spec.version <= 3 ? io::NbtRoot::Named : io::NbtRoot::Nameless));
}

} // namespace

Bytes polarBody(const PolarSpec& spec)
{
    WorldBytes out;
    const auto& chunks = spec.world.chunks;
    const int sections = chunks.empty() ? 1 : static_cast<int>(chunks[0].sections.size());
    out.u8(spec.world.lowest).u8(spec.world.lowest + sections - 1);
    if (spec.version >= 5)
        out.text("user data");
    out.varInt(static_cast<std::int32_t>(chunks.size()));
    for (const MadeChunk& chunk : chunks) {
        out.varInt(chunk.x).varInt(chunk.z);
        for (const auto& section : chunk.sections) {
            out.u8(section ? 0 : 1);
            if (section)
                writePolarSection(out, *section, spec);
        }
        out.varInt(static_cast<std::int32_t>(chunk.entities.size()));
        for (const MadeEntity& entity : chunk.entities)
            writePolarEntity(out, entity, spec);
        out.be(std::uint32_t{0x10001}).varInt(2).longs({1, 2}).varInt(0);
        if (spec.version >= 3)
            out.text("more user data");
    }
    return out.bytes();
}

Bytes polarHeader(const PolarSpec& spec, std::int32_t length)
{
    WorldBytes out;
    out.u8('P').u8('o').u8('l').u8('r');
    out.be(static_cast<std::int16_t>(spec.draft ? 256 : spec.version));
    if (spec.version >= 6)
        out.varInt(4082);
    out.u8(spec.packed ? 1 : 0).varInt(spec.said.value_or(length));
    return out.bytes();
}

Bytes polarFile(const PolarSpec& spec)
{
    const Bytes body = polarBody(spec);
    WorldBytes out;
    out.raw(polarHeader(spec, static_cast<std::int32_t>(body.size())));
    return out.raw(spec.packed ? zstdOf(body) : body).bytes();
}

namespace {

void writeSized(WorldBytes& out, const Bytes& bytes)
{
    out.be(static_cast<std::int32_t>(bytes.size())).raw(bytes);
}

void writePacked(WorldBytes& out, const Bytes& plain)
{
    const Bytes packed = zstdOf(plain);
    out.be(static_cast<std::int32_t>(packed.size())).be(static_cast<std::int32_t>(plain.size())).raw(packed);
}

std::vector<std::int64_t> signedLongs(const std::vector<std::uint64_t>& longs)
{
    return {longs.begin(), longs.end()};
}

/// As a chunk of the game has it: {palette, data}.
Bytes blockStates(const MadeSection& section)
{
    io::NbtList palette;
    palette.kind = io::NbtKind::Compound;
    for (const std::string& state : section.palette)
        palette.values.emplace_back(stateTree(state));
    io::NbtCompound root;
    if (!section.numbers.empty())
        root.set(QStringLiteral("data"),
                 signedLongs(packNumbers(section.numbers, bitsOf(section.palette.size(), 4), false)));
    root.set(QStringLiteral("palette"), palette);
    return nbtBytes(root);
}

/// Sixteen sections with a mask, before 1.18.
void writeSmallChunk(WorldBytes& out, const MadeChunk& chunk, const SlimeSpec& spec)
{
    if (spec.version >= 8)
        out.be(std::int32_t{3}).zeros(12);
    else
        out.zeros(1024);
    unsigned mask = 0;
    for (std::size_t i = 0; i < chunk.sections.size(); ++i)
        mask |= (chunk.sections[i] ? 1U : 0U) << i;
    out.u8(static_cast<int>(mask & 0xFFU)).u8(static_cast<int>(mask >> 8));
    for (const auto& section : chunk.sections) {
        if (!section)
            continue;
        out.u8(1).zeros(Light);
        out.be(static_cast<std::int32_t>(section->palette.size()));
        for (const std::string& state : section->palette)
            writeSized(out, nbtBytes(stateTree(state)));
        const std::vector<std::uint16_t> numbers =
            section->numbers.empty() ? std::vector<std::uint16_t>(Cells, 0) : section->numbers;
        const auto longs = packNumbers(numbers, bitsOf(section->palette.size(), 4), spec.game < 6);
        out.be(static_cast<std::int32_t>(longs.size())).longs(longs);
        out.u8(0);
    }
}

void writeTallChunk(WorldBytes& out, const MadeChunk& chunk, int lowest)
{
    out.be(std::int32_t{lowest}).be(std::int32_t{20});
    std::int32_t there = 0;
    for (const auto& section : chunk.sections)
        there += section ? 1 : 0;
    out.be(there);
    for (std::size_t i = 0; i < chunk.sections.size(); ++i) {
        if (!chunk.sections[i])
            continue;
        out.be(static_cast<std::int32_t>(i)).u8(0);
        writeSized(out, blockStates(*chunk.sections[i]));
        writeSized(out, {std::byte{10}, std::byte{0}, std::byte{0}, std::byte{0}});
        out.u8(1).zeros(Light);
    }
}

Bytes listedChunks(const SlimeSpec& spec)
{
    WorldBytes out;
    out.be(static_cast<std::int32_t>(spec.world.chunks.size()));
    for (const MadeChunk& chunk : spec.world.chunks) {
        out.be(chunk.x).be(chunk.z);
        if (spec.version == 10)
            writeSized(out, Bytes(7));
        out.be(static_cast<std::int32_t>(chunk.sections.size()));
        for (const auto& section : chunk.sections) {
            if (spec.version >= 13)
                out.u8(2).zeros(Light);
            else
                out.u8(1).zeros(Light).u8(0);
            writeSized(out, section ? blockStates(*section) : Bytes());
            writeSized(out, {});
        }
        if (spec.version < 11)
            continue;
        writeSized(out, Bytes(5)); // height maps
        if (spec.version >= 13)
            writeSized(out, Bytes(3)); // of the one flag
        if (spec.version == 11) {
            writePacked(out, Bytes(9));
            writePacked(out, Bytes(9));
        } else {
            for (int i = 0; i < 3; ++i)
                writeSized(out, Bytes(4));
        }
    }
    return out.bytes();
}

} // namespace

Bytes slimeFile(const SlimeSpec& spec)
{
    WorldBytes out;
    out.u8(0xB1).u8(0x0B).u8(spec.version);
    if (spec.version >= 10) {
        out.be(std::int32_t{4082});
        if (spec.version >= 13)
            out.u8(4);
        writePacked(out, listedChunks(spec));
        writePacked(out, Bytes(10));
        return out.bytes();
    }
    // A mask of 8 x 8 chunks from -4, -4.
    constexpr int Low = -4;
    constexpr int Width = 8;
    Bytes mask(8);
    WorldBytes chunks;
    for (int i = 0; i < Width * Width; ++i) {
        for (const MadeChunk& chunk : spec.world.chunks) {
            if (chunk.x != Low + i % Width || chunk.z != Low + i / Width)
                continue;
            mask[static_cast<std::size_t>(i) / 8] |= static_cast<std::byte>(1U << i % 8);
            writeSized(chunks, Bytes(6));
            if (spec.game >= 8)
                writeTallChunk(chunks, chunk, spec.world.lowest);
            else
                writeSmallChunk(chunks, chunk, spec);
        }
    }
    out.u8(spec.game)
        .be(std::int16_t{Low})
        .be(std::int16_t{Low})
        .be(std::int16_t{Width})
        .be(std::int16_t{Width});
    out.raw(mask);
    writePacked(out, chunks.bytes());
    writePacked(out, Bytes(10));
    return out.bytes();
}

io::NbtCompound litematicTree(int version, const std::vector<LitematicRegion>& regions)
{
    const auto place = [](const glm::ivec3& at) {
        io::NbtCompound tree;
        tree.set(QStringLiteral("x"), std::int32_t{at.x});
        tree.set(QStringLiteral("y"), std::int32_t{at.y});
        tree.set(QStringLiteral("z"), std::int32_t{at.z});
        return tree;
    };
    io::NbtCompound all;
    int number = 0;
    for (const LitematicRegion& region : regions) {
        io::NbtList palette;
        palette.kind = io::NbtKind::Compound;
        for (const std::string& state : region.palette)
            palette.values.emplace_back(stateTree(state));
        const auto longs = signedLongs(packNumbers(region.numbers, bitsOf(region.palette.size(), 2), true));
        io::NbtCompound tree;
        if (region.dataFirst)
            tree.set(QStringLiteral("BlockStates"), longs);
        tree.set(QStringLiteral("Position"), place(region.position));
        tree.set(QStringLiteral("Size"), place(region.size));
        tree.set(QStringLiteral("BlockStatePalette"), palette);
        tree.set(QStringLiteral("BlockStates"), longs);
        all.set(QStringLiteral("part %1").arg(number++), tree);
    }
    io::NbtCompound root;
    root.set(QStringLiteral("MinecraftDataVersion"), std::int32_t{3465});
    root.set(QStringLiteral("Version"), std::int32_t{version});
    root.set(QStringLiteral("Regions"), all);
    return root;
}

} // namespace ghostline::test
