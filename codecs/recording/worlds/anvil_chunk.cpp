// SPDX-License-Identifier: GPL-3.0-or-later
#include "codecs/recording/worlds/anvil_chunk.h"

#include "codecs/io/nbt_walk.h"
#include "codecs/recording/format/limits.h"
#include "codecs/recording/worlds/packed_longs.h"

#include <algorithm>
#include <limits>

namespace ghostline::recording {

using io::ByteCursor;
using io::NbtKind;
using model::ErrorCode;
using model::Result;

namespace {

// Data versions at which the layout changes.
constexpr std::int64_t FirstWithNames = 1451; // 17w47a: block states by name, packed tightly
constexpr std::int64_t FirstPadded = 2529;    // 20w17a

constexpr std::size_t Absent = std::numeric_limits<std::size_t>::max();
constexpr int LeastStateBits = 4;

tl::unexpected<model::Error> badAnvilChunk(std::size_t at, const QString& why)
{
    return model::fail(ErrorCode::Damaged,
                       QStringLiteral("%1, at byte %2 of its unpacked data").arg(why).arg(at),
                       {.offset = at});
}

tl::unexpected<model::Error> brokenNbt(const ByteCursor& in)
{
    return badAnvilChunk(in.position(), QStringLiteral("its NBT is broken, nested too deep or cut short"));
}

/// What the root, or its compound `Level`, says.
struct ChunkFields
{
    std::int64_t dataVersion = 0;
    std::string_view status;
    std::optional<std::int64_t> x;
    std::optional<std::int64_t> z;
    std::size_t level = Absent;    ///< where the compound begins
    std::size_t sections = Absent; ///< where the list begins
    bool isLevel = false;
};

void readField(ByteCursor& in, const io::NbtEntry& entry, ChunkFields& out)
{
    const bool number = entry.kind >= NbtKind::Byte && entry.kind <= NbtKind::Long;
    if (entry.name == "DataVersion" && number)
        out.dataVersion = io::takeNbtInteger(in, entry.kind).value_or(0);
    else if (entry.name == "xPos" && number)
        out.x = io::takeNbtInteger(in, entry.kind);
    else if (entry.name == "zPos" && number)
        out.z = io::takeNbtInteger(in, entry.kind);
    else if (entry.name == "Status" && entry.kind == NbtKind::String)
        out.status = io::takeNbtText(in);
    else {
        if (entry.name == "Level" && entry.kind == NbtKind::Compound)
            out.level = in.position();
        if (entry.name == (out.isLevel ? "Sections" : "sections") && entry.kind == NbtKind::List)
            out.sections = in.position();
        io::skipNbtValue(in, entry.kind);
    }
}

void readFields(ByteCursor& in, ChunkFields& out)
{
    while (true) {
        const io::NbtEntry entry = io::nextNbtEntry(in);
        if (entry.kind == NbtKind::End)
            return;
        readField(in, entry, out);
    }
}

/// Newer games say it with a namespace, 1.13 in two words of its own; before that nothing was said.
bool isWhole(std::string_view status)
{
    if (const auto colon = status.find(':'); colon != std::string_view::npos)
        status.remove_prefix(colon + 1);
    return status.empty() || status == "full" || status == "fullchunk" || status == "postprocessed";
}

} // namespace

/// Where in the NBT a section's blocks are.
class AnvilChunkReader::Blocks
{
public:
    std::int64_t y = 0;
    std::size_t palette = Absent;
    std::span<const std::byte> data;
    bool hasData = false;
    bool byNumber = false; ///< as before 1.13

    void read(ByteCursor& in) { readIn(in, "Palette", "BlockStates", false); }

private:
    /// Palette and data are of the section itself, or of one compound in it.
    void readIn(ByteCursor& in, std::string_view paletteName, std::string_view dataName, bool inner)
    {
        while (true) {
            const io::NbtEntry entry = io::nextNbtEntry(in);
            if (entry.kind == NbtKind::End)
                return;
            if (entry.name == "Y" && entry.kind == NbtKind::Byte) {
                y = io::takeNbtInteger(in, entry.kind).value_or(0);
            } else if (entry.name == dataName && entry.kind == NbtKind::LongArray) {
                data = io::takeNbtLongs(in);
                hasData = true;
            } else if (!inner && entry.name == "block_states" && entry.kind == NbtKind::Compound) {
                readIn(in, "palette", "data", true);
            } else {
                if (entry.name == paletteName && entry.kind == NbtKind::List)
                    palette = in.position();
                byNumber |= entry.name == "Blocks" && entry.kind == NbtKind::ByteArray;
                io::skipNbtValue(in, entry.kind);
            }
        }
    }
};

Result<AnvilChunk> AnvilChunkReader::read(std::span<const std::byte> nbt, const glm::ivec2& at,
                                          const std::stop_token& stop)
{
    m_count = 0;
    ByteCursor in(nbt);
    ChunkFields fields;
    if (io::openNbt(in, io::NbtRoot::Named))
        readFields(in, fields);
    if (in.ok() && fields.sections == Absent && fields.level != Absent) {
        in.seek(fields.level);
        fields.isLevel = true;
        readFields(in, fields);
    }
    if (!in.ok())
        return brokenNbt(in);
    if (fields.dataVersion < FirstWithNames)
        return model::fail(ErrorCode::Unsupported,
                           QStringLiteral("it is of before 1.13 (data version %1), with numbers for blocks")
                               .arg(fields.dataVersion));
    if (fields.sections != Absent) {
        if (auto sections = readSections(nbt, fields.sections, fields.dataVersion, stop); !sections)
            return tl::unexpected(sections.error());
    }
    for (std::size_t i = 0; i < m_count; ++i) {
        const Section& section = *m_sections[i];
        if (auto added = m_world.addSection({at.x, section.y, at.y}, section.kinds); !added) {
            for (std::size_t k = 0; k <= i; ++k)
                m_world.removeSection({at.x, m_sections[k]->y, at.y});
            return tl::unexpected(added.error());
        }
    }
    AnvilChunk chunk;
    chunk.dataVersion = fields.dataVersion;
    chunk.whole = isWhole(fields.status);
    constexpr std::int64_t Farthest = std::numeric_limits<std::int32_t>::max();
    if (fields.x && fields.z && std::abs(*fields.x) < Farthest && std::abs(*fields.z) < Farthest)
        chunk.says = glm::ivec2(static_cast<int>(*fields.x), static_cast<int>(*fields.z));
    return chunk;
}

Result<void> AnvilChunkReader::readSections(std::span<const std::byte> nbt, std::size_t at,
                                            std::int64_t dataVersion, const std::stop_token& stop)
{
    ByteCursor in(nbt);
    in.seek(at);
    const io::NbtListHead head = io::openNbtList(in);
    if (in.ok() && head.count > 0 && head.kind != NbtKind::Compound)
        return badAnvilChunk(at, QStringLiteral("its sections are no compounds"));
    if (head.count > MaxChunkSections)
        return badAnvilChunk(at, QStringLiteral("it lists %1 sections, at most %2 are read")
                                     .arg(head.count)
                                     .arg(MaxChunkSections));
    for (std::uint32_t i = 0; i < head.count; ++i) {
        if (stop.stop_requested())
            return model::cancelled(QStringLiteral("reading the world was stopped"));
        const std::size_t begin = in.position();
        Blocks blocks;
        blocks.read(in);
        if (!in.ok())
            break;
        if (blocks.byNumber && blocks.palette == Absent)
            return badAnvilChunk(begin, QStringLiteral("a section has numbers for blocks"));
        if (blocks.palette == Absent)
            continue; // of light alone
        if (auto added = addSection(nbt, blocks, dataVersion); !added) {
            added.error().message = QStringLiteral("section %1: %2").arg(blocks.y).arg(added.error().message);
            return added;
        }
    }
    return in.ok() ? Result<void>() : brokenNbt(in);
}

Result<void> AnvilChunkReader::addSection(std::span<const std::byte> nbt, const Blocks& blocks,
                                          std::int64_t dataVersion)
{
    if (auto palette = readPalette(nbt, blocks.palette); !palette)
        return palette;
    const auto nothing = [](std::uint16_t kind) { return kind == BlockWorld::Air; };
    if (!blocks.hasData && m_palette.size() > 1)
        return badAnvilChunk(blocks.palette, QStringLiteral("%1 states, but no data").arg(m_palette.size()));
    const bool empty = std::all_of(m_palette.begin(), m_palette.end(), nothing);
    const auto y = static_cast<std::int32_t>(blocks.y);
    if (empty && std::none_of(m_sections.begin(), m_sections.begin() + static_cast<std::ptrdiff_t>(m_count),
                              [y](const auto& section) { return section->y == y; }))
        return {}; // most sections of a chunk
    if (m_count == m_sections.size())
        m_sections.push_back(std::make_unique<Section>());
    Section& section = *m_sections[m_count];
    section.y = y;
    if (empty) {
        section.kinds.fill(BlockWorld::Air);
    } else if (!blocks.hasData || m_palette.size() == 1) {
        section.kinds.fill(m_palette.front());
    } else {
        // 11 and 12 bits take as many longs: only the palette tells them apart.
        const int bits = bitsFor(m_palette.size(), LeastStateBits);
        const Packing packing = dataVersion < FirstPadded ? Packing::Tight : Packing::Padded;
        if (!unpackNumbers(blocks.data, bits, packing, section.kinds))
            return badAnvilChunk(blocks.palette, QStringLiteral("%1 longs for %2 states, %3 are needed")
                                                     .arg(blocks.data.size() / sizeof(std::uint64_t))
                                                     .arg(m_palette.size())
                                                     .arg(packedLongs(section.kinds.size(), bits, packing)));
        for (std::uint16_t& kind : section.kinds) {
            if (kind >= m_palette.size())
                return badAnvilChunk(blocks.palette,
                                     QStringLiteral("state %1 of %2").arg(kind).arg(m_palette.size()));
            kind = m_palette[kind];
        }
    }
    ++m_count;
    return {};
}

Result<void> AnvilChunkReader::readPalette(std::span<const std::byte> nbt, std::size_t at)
{
    m_palette.clear();
    ByteCursor in(nbt);
    in.seek(at);
    const io::NbtListHead head = io::openNbtList(in);
    if (in.ok() && head.count > 0 && head.kind != NbtKind::Compound)
        return badAnvilChunk(at, QStringLiteral("its palette holds no compounds"));
    if (head.count > MaxSectionPalette)
        return badAnvilChunk(at, QStringLiteral("%1 states in its palette").arg(head.count));
    for (std::uint32_t i = 0; i < head.count && in.ok(); ++i) {
        std::string_view name;
        m_properties.clear();
        for (auto entry = io::nextNbtEntry(in); entry.kind != NbtKind::End; entry = io::nextNbtEntry(in)) {
            if (entry.name == "Name" && entry.kind == NbtKind::String) {
                name = io::takeNbtText(in);
            } else if (entry.name == "Properties" && entry.kind == NbtKind::Compound) {
                for (entry = io::nextNbtEntry(in); entry.kind != NbtKind::End; entry = io::nextNbtEntry(in)) {
                    if (entry.kind == NbtKind::String)
                        m_properties.emplace_back(entry.name, io::takeNbtText(in));
                    else
                        io::skipNbtValue(in, entry.kind);
                    if (m_properties.size() > MaxStateProperties)
                        return badAnvilChunk(in.position(),
                                             QStringLiteral("a state has too many properties"));
                }
            } else {
                io::skipNbtValue(in, entry.kind);
            }
        }
        if (!in.ok())
            break;
        const auto kind = kindOf(name, in.position());
        if (!kind)
            return tl::unexpected(kind.error());
        m_palette.push_back(*kind);
    }
    return in.ok() ? Result<void>() : brokenNbt(in);
}

/// Of a name and m_properties.
Result<std::uint16_t> AnvilChunkReader::kindOf(std::string_view name, std::size_t at)
{
    std::sort(m_properties.begin(), m_properties.end());
    m_state.clear();
    if (name.find(':') == std::string_view::npos)
        m_state = "minecraft:";
    m_state += name;
    char before = '[';
    for (const auto& [key, value] : m_properties) {
        m_state += before;
        m_state.append(key).append(1, '=').append(value);
        before = ',';
    }
    if (!m_properties.empty())
        m_state += ']';
    if (name.empty() || m_state.size() > MaxKindName)
        return badAnvilChunk(at, QStringLiteral("a state has a name of %1 bytes").arg(m_state.size()));
    return m_world.kindOf(m_state);
}

} // namespace ghostline::recording
