// SPDX-License-Identifier: GPL-3.0-or-later
// Slime, versions 6 to 13. Only its chunks are read: what stands behind them in the file is not for the
// picture.
#include "codecs/recording/worlds/slime_world.h"

#include "codecs/recording/format/limits.h"
#include "codecs/recording/worlds/packed_longs.h"
#include "codecs/recording/worlds/state_palette.h"
#include "codecs/recording/worlds/world_limits.h"

#include <bit>

namespace ghostline::recording {

using model::ErrorCode;
using model::fail;
using model::Result;

namespace {

constexpr int OldestSlime = 6;
constexpr int FirstWithoutMask = 10; ///< from here on each chunk says where it lies
constexpr int NewestSlime = 13;
constexpr int FirstNamedWorld = 4;  ///< Minecraft 1.13; before that blocks have numbers
constexpr int FirstPaddedWorld = 6; ///< 1.16
constexpr int FirstTallWorld = 8;   ///< 1.18
constexpr std::size_t SlimeLight = 2048;
constexpr int OverworldSections = 24;
constexpr int OverworldLowest = -4;
constexpr std::size_t LongestSection = 1024; ///< longs of 4096 numbers of 16 bits

struct SlimeHeader
{
    int version = 0;
    int world = 0;
    unsigned flags = 0;
    std::int32_t x = 0; ///< the lowest chunk
    std::int32_t z = 0;
    std::uint32_t width = 0; ///< chunks
    std::uint32_t depth = 0;
    std::vector<std::byte> mask; ///< which chunks are there
    io::StreamPart chunks;
};

/// The place and size of the packed chunks.
Result<void> readPart(io::StreamReader& in, std::uint64_t fileBytes, io::StreamPart& part)
{
    const auto packed = in.be<std::int32_t>();
    const auto plain = in.be<std::int32_t>();
    if (!in.ok())
        return tl::unexpected(in.error());
    part.offset = in.position();
    if (packed < 0 || plain < 0 || static_cast<std::uint64_t>(packed) > fileBytes - part.offset)
        return fail(ErrorCode::Damaged,
                    QStringLiteral("the chunks are said to have %1 bytes, %2 unpacked, where %3 are left")
                        .arg(packed)
                        .arg(plain)
                        .arg(fileBytes - part.offset),
                    {part.offset, {}, {}});
    if (static_cast<std::uint64_t>(plain) > MaxWorldUnpacked)
        return fail(ErrorCode::LimitExceeded,
                    QStringLiteral("the Slime world is said to have %1 bytes, at most %2 are read")
                        .arg(plain)
                        .arg(MaxWorldUnpacked));
    part.bytes = static_cast<std::uint64_t>(packed);
    part.unpacked = static_cast<std::uint64_t>(plain);
    part.packed = io::Compression::Zstd;
    part.zstdWindowLog = WorldZstdWindowLog;
    return {};
}

void readMask(io::StreamReader& in, SlimeHeader& header)
{
    header.x = in.be<std::int16_t>();
    header.z = in.be<std::int16_t>();
    header.width = in.be<std::uint16_t>();
    header.depth = in.be<std::uint16_t>();
    std::uint64_t left = (std::uint64_t{header.width} * header.depth + 7) / 8;
    if (left > in.remaining())
        in.fail(QStringLiteral("a mask of %1 x %2 chunks in a file that is too short")
                    .arg(header.width)
                    .arg(header.depth));
    if (!in.ok())
        return;
    header.mask.reserve(static_cast<std::size_t>(left));
    while (in.ok() && left > 0) {
        const auto run =
            in.bytes(static_cast<std::size_t>(std::min<std::uint64_t>(left, io::StreamReader::MaxRun)));
        header.mask.insert(header.mask.end(), run.begin(), run.end());
        left -= run.size();
    }
}

Result<SlimeHeader> readSlimeHeader(const model::ByteSource& file, const std::stop_token& stop)
{
    const std::uint64_t size = file.size();
    if (size > MaxWorldFile)
        return fail(ErrorCode::LimitExceeded,
                    QStringLiteral("the file has %1 bytes, at most %2 are read").arg(size).arg(MaxWorldFile));
    io::StreamReader in(file, {.offset = 0, .bytes = size}, stop);
    in.skip(SlimeMark.size());
    SlimeHeader header;
    header.version = in.u8();
    if (in.ok() && (header.version < OldestSlime || header.version > NewestSlime))
        return fail(ErrorCode::Unsupported, QStringLiteral("version %1 of Slime is not read, %2 to %3 are")
                                                .arg(header.version)
                                                .arg(OldestSlime)
                                                .arg(NewestSlime));
    if (header.version >= FirstWithoutMask) {
        (void)in.be<std::int32_t>(); // the game's data version
        header.flags = header.version >= 13 ? in.u8() : 0U;
        header.world = FirstTallWorld;
    } else {
        header.world = in.u8();
        if (in.ok() && header.world < FirstNamedWorld)
            return fail(
                ErrorCode::Unsupported,
                QStringLiteral("this Slime world is from before Minecraft 1.13: blocks have numbers"));
        readMask(in, header);
    }
    if (!in.ok())
        return tl::unexpected(in.error());
    if (auto read = readPart(in, size, header.chunks); !read)
        return tl::unexpected(read.error());
    return header;
}

class SlimeReader
{
public:
    SlimeReader(const SlimeHeader& header, io::StreamReader& in, BlockWorld& world)
        : m_header(header), m_in(in), m_world(world)
    {
    }

    void read()
    {
        if (m_header.chunks.unpacked == 0)
            return;
        if (m_header.version >= FirstWithoutMask)
            readListed();
        else
            readMasked();
        if (m_in.ok() && !m_in.atEnd() && m_in.ok())
            m_in.fail(QStringLiteral("bytes follow the last chunk"));
    }

private:
    std::uint64_t sized(const char* what, std::uint64_t each = 1)
    {
        const auto number = m_in.be<std::int32_t>();
        if (m_in.ok() && (number < 0 || static_cast<std::uint64_t>(number) > m_in.remaining() / each))
            m_in.fail(QStringLiteral("%1: a length of %2 where %3 bytes are left")
                          .arg(QLatin1String(what))
                          .arg(number)
                          .arg(m_in.remaining()));
        return m_in.ok() ? static_cast<std::uint64_t>(number) : 0;
    }
    void skipSized(const char* what) { m_in.skip(sized(what)); }

    void skipLight()
    {
        const std::uint8_t there = m_in.u8();
        if (there > 1)
            m_in.fail(QStringLiteral("whether there is light is %1,").arg(there));
        if (there == 1)
            m_in.skip(SlimeLight);
    }

    void place(std::int32_t x, std::int32_t z)
    {
        if (std::abs(std::int64_t{x}) > MaxChunkPlace || std::abs(std::int64_t{z}) > MaxChunkPlace)
            m_in.fail(QStringLiteral("chunk %1, %2 lies outside any world").arg(x).arg(z));
        m_x = x;
        m_z = z;
        m_wanted = m_world.scope().wants(x, z);
    }

    void readMasked()
    {
        const std::uint64_t places = std::uint64_t{m_header.width} * m_header.depth;
        for (std::uint64_t i = 0; i < places && m_in.ok(); ++i) {
            const auto byte = std::to_integer<unsigned>(m_header.mask[static_cast<std::size_t>(i / 8)]);
            if ((byte >> i % 8 & 1U) == 0)
                continue;
            place(m_header.x + static_cast<std::int32_t>(i % m_header.width),
                  m_header.z + static_cast<std::int32_t>(i / m_header.width));
            skipSized("height maps");
            if (m_header.world >= FirstTallWorld)
                readTallChunk();
            else
                readSmallChunk();
        }
    }

    /// Sixteen sections, those that are there in a mask.
    void readSmallChunk()
    {
        m_in.skip(4 * (m_header.version >= 8 ? sized("biomes", 4) : 256));
        unsigned sections = m_in.u8();
        sections |= static_cast<unsigned>(m_in.u8()) << 8;
        for (int y = 0; y < 16 && m_in.ok(); ++y) {
            if ((sections >> y & 1U) == 0)
                continue;
            skipLight();
            readOldSection(y);
            skipLight();
        }
    }

    void readOldSection(int y)
    {
        const std::uint64_t states = sized("the palette of a section", 4);
        if (states > MaxSectionPalette)
            m_in.fail(QStringLiteral("a palette of %1 states").arg(states));
        m_palette.clear();
        for (std::uint64_t i = 0; i < states && m_in.ok(); ++i) {
            const std::uint64_t size = sized("a block state"); // read before the position is asked for
            const std::uint64_t end = size + m_in.position();
            if (io::openNbt(m_in))
                m_palette.push_back(readStateKind(m_in, m_world));
            toEnd(end);
        }
        const std::uint64_t longs = sized("the blocks of a section", 8);
        m_longs.clear();
        takeLongs(longs);
        addSection(y, m_header.world >= FirstPaddedWorld ? Packing::Padded : Packing::Tight);
    }

    void readTallChunk()
    {
        const auto low = m_in.be<std::int32_t>();
        (void)m_in.be<std::int32_t>(); // the highest
        const std::uint64_t sections = sized("the sections of a chunk", 14);
        if (sections > MaxSlimeSections || std::abs(std::int64_t{low}) > MaxSlimeSections)
            m_in.fail(QStringLiteral("%1 sections from %2 on").arg(sections).arg(low));
        for (std::uint64_t i = 0; i < sections && m_in.ok(); ++i) {
            const auto y = m_in.be<std::int32_t>();
            if (y < 0 || y >= MaxSlimeSections)
                m_in.fail(QStringLiteral("section %1 of a chunk").arg(y));
            skipLight();
            readBlockStates(low + y);
            skipSized("biomes");
            skipLight();
        }
    }

    void readListed()
    {
        const std::uint64_t chunks = sized("chunks", 16);
        for (std::uint64_t i = 0; i < chunks && m_in.ok(); ++i) {
            const auto x = m_in.be<std::int32_t>();
            const auto z = m_in.be<std::int32_t>();
            place(x, z);
            if (m_header.version == 10)
                skipSized("height maps");
            const std::uint64_t sections = sized("the sections of a chunk", 9);
            if (sections > MaxSlimeSections)
                m_in.fail(QStringLiteral("%1 sections in a chunk").arg(sections));
            // The file does not say where the lowest lies: the overworld has 24 and begins at -4.
            const int low = sections == OverworldSections ? OverworldLowest : 0;
            for (int y = 0; y < static_cast<int>(sections) && m_in.ok(); ++y) {
                if (m_header.version >= 13) {
                    m_in.skip(SlimeLight * static_cast<unsigned>(std::popcount(m_in.u8() & 3U)));
                } else {
                    skipLight();
                    skipLight();
                }
                readBlockStates(low + y);
                skipSized("biomes");
            }
            if (m_header.version >= 11)
                skipBehindSections();
        }
    }

    void skipBehindSections()
    {
        skipSized("height maps");
        for (unsigned bit = 0; bit < 8 && m_in.ok(); ++bit) {
            if ((m_header.flags >> bit & 1U) != 0)
                skipSized("data of the header's flags");
        }
        if (m_header.version == 11) {
            for (int i = 0; i < 2 && m_in.ok(); ++i) {
                const std::uint64_t packed = sized("entities");
                m_in.skip(4 + packed);
            }
            return;
        }
        for (int i = 0; i < 3 && m_in.ok(); ++i)
            skipSized("entities");
    }

    /// A sized compound {palette, data} in either order; nothing at all is a section of air.
    void readBlockStates(int y)
    {
        const std::uint64_t size = sized("the blocks of a section");
        if (size == 0 || !m_in.ok())
            return;
        if (!m_wanted) {
            m_in.skip(size);
            return;
        }
        const std::uint64_t end = size + m_in.position();
        m_palette.clear();
        m_longs.clear();
        io::NbtField field;
        for (bool more = io::openNbt(m_in); more && io::readField(m_in, field);) {
            if (field.name == "palette" && field.kind == io::NbtKind::List)
                m_palette = readStateList(m_in, m_world, MaxSectionPalette);
            else if (field.name == "data" && field.kind == io::NbtKind::LongArray)
                takeLongs(io::readArrayHead(m_in));
            else
                io::skipValue(m_in, field.kind);
        }
        toEnd(end);
        addSection(y, Packing::Padded);
    }

    void takeLongs(std::uint64_t longs)
    {
        if (longs > LongestSection)
            m_in.fail(QStringLiteral("%1 longs for one section").arg(longs));
        if (!m_in.ok())
            return;
        const auto run = m_in.bytes(static_cast<std::size_t>(8 * longs));
        m_longs.assign(run.begin(), run.end());
    }

    void toEnd(std::uint64_t end)
    {
        if (m_in.ok() && m_in.position() > end)
            m_in.fail(QStringLiteral("NBT goes on behind its end"));
        if (m_in.ok())
            m_in.skip(end - m_in.position());
    }

    void addSection(int y, Packing packing)
    {
        if (!m_in.ok() || !m_wanted || m_palette.empty())
            return;
        if (m_longs.empty()) {
            m_kinds.fill(m_palette.front());
        } else if (!unpackNumbers(m_longs, bitsFor(m_palette.size(), 4), packing, m_kinds)) {
            m_in.fail(QStringLiteral("section %1 of chunk %2, %3 has %4 longs for a palette of %5")
                          .arg(y)
                          .arg(m_x)
                          .arg(m_z)
                          .arg(m_longs.size() / 8)
                          .arg(m_palette.size()));
            return;
        } else if (!lookUpKinds(m_in, m_palette, m_kinds)) {
            return;
        }
        if (auto added = m_world.addSection({m_x, y, m_z}, m_kinds); !added)
            m_in.fail(added.error());
    }

    const SlimeHeader& m_header;
    io::StreamReader& m_in;
    BlockWorld& m_world;
    std::int32_t m_x = 0; ///< of the chunk at hand
    std::int32_t m_z = 0;
    bool m_wanted = false;
    std::vector<std::uint16_t> m_palette;
    std::vector<std::byte> m_longs;
    std::array<std::uint16_t, BlockWorld::SectionCells> m_kinds{};
};

} // namespace

Result<void> readSlime(const model::ByteSource& file, BlockWorld& world, const std::stop_token& stop)
{
    const auto header = readSlimeHeader(file, stop);
    if (!header)
        return tl::unexpected(header.error());
    // Its heights are a guess there: whoever knows better says so.
    if (header->version >= FirstWithoutMask && world.scope().at)
        world.setOrigin(*world.scope().at);
    io::StreamReader in(file, header->chunks, stop);
    SlimeReader(*header, in, world).read();
    if (!in.ok())
        return tl::unexpected(in.error());
    return {};
}

} // namespace ghostline::recording
