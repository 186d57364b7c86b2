// SPDX-License-Identifier: GPL-3.0-or-later
// Polar is strictly forward: header, then chunk after chunk, most sections of which are air in real files.
// Blocks are taken as they come, light and block entities stepped over.
#include "codecs/recording/worlds/polar_world.h"

#include "codecs/io/nbt_stream.h"
#include "codecs/io/var_int.h"
#include "codecs/recording/format/limits.h"
#include "codecs/recording/worlds/packed_longs.h"
#include "codecs/recording/worlds/world_limits.h"

#include <set>

namespace ghostline::recording {

using model::ErrorCode;
using model::fail;
using model::Result;

namespace {

constexpr std::size_t LongestHeader = 4 + 2 + 5 + 1 + 5;
constexpr std::size_t LightBytes = 2048;
constexpr std::size_t BiomeCells = 64;
constexpr int KnownVersions = 7;
constexpr int DraftVersion = 0x0100; ///< two bytes, 1 and 0, of the first release

struct PolarHeader
{
    int version = 0;
    bool draft = false;
    io::StreamPart body;
};

/// What stands in the file before the world.
Result<PolarHeader> readPolarHeader(const model::ByteSource& file, const std::stop_token& stop)
{
    if (file.size() > MaxWorldFile)
        return fail(
            ErrorCode::LimitExceeded,
            QStringLiteral("the file has %1 bytes, at most %2 are read").arg(file.size()).arg(MaxWorldFile));
    std::array<std::byte, LongestHeader> bytes;
    const auto got = file.read(0, bytes, stop);
    if (!got)
        return tl::unexpected(got.error());
    io::ByteCursor in(std::span<const std::byte>(bytes).first(*got));
    in.skip(PolarMark.size());
    PolarHeader header;
    header.version = in.be<std::int16_t>();
    if (header.version == DraftVersion) {
        header.draft = true;
        header.version = 1;
    }
    if (in.ok() && (header.version < 1 || header.version > KnownVersions))
        return fail(ErrorCode::Unsupported, QStringLiteral("version %1 of Polar is not known, 1 to %2 are")
                                                .arg(header.version)
                                                .arg(KnownVersions));
    if (header.version >= 6)
        (void)io::readVarInt(in); // the game's data version: names are taken as they are
    const auto compression = in.be<std::int8_t>();
    if (in.ok() && compression != 0 && compression != 1)
        return fail(ErrorCode::Unsupported,
                    QStringLiteral("compression %1 of Polar is not known").arg(compression),
                    {in.offset() - 1, {}, {}});
    const std::int32_t said = io::readVarInt(in);
    if (auto read = in.status(QStringLiteral("the header of the Polar world")); !read)
        return tl::unexpected(read.error());
    if (said < 0)
        return fail(ErrorCode::Damaged, QStringLiteral("the Polar world is said to have %1 bytes").arg(said));
    io::StreamPart& body = header.body;
    body.offset = in.offset();
    body.bytes = file.size() - body.offset;
    body.unpacked = static_cast<std::uint64_t>(said);
    body.zstdWindowLog = WorldZstdWindowLog;
    if (compression == 1)
        body.packed = io::Compression::Zstd;
    if (body.unpacked > MaxWorldUnpacked)
        return fail(ErrorCode::LimitExceeded,
                    QStringLiteral("the Polar world is said to have %1 bytes, at most %2 are read")
                        .arg(said)
                        .arg(MaxWorldUnpacked));
    if (!body.packed && body.unpacked != body.bytes)
        return fail(ErrorCode::Damaged,
                    QStringLiteral("the Polar world is said to have %1 bytes, %2 are there")
                        .arg(said)
                        .arg(body.bytes));
    return header;
}

class PolarReader
{
public:
    PolarReader(const PolarHeader& header, io::StreamReader& in, BlockWorld& world)
        : m_header(header), m_in(in), m_world(world)
    {
    }

    /// Whether all was there is asked of the stream afterwards.
    void read()
    {
        m_low = m_in.be<std::int8_t>();
        m_high = m_in.be<std::int8_t>();
        if (m_low > m_high)
            m_in.fail(QStringLiteral("sections %1 to %2 of the Polar world are none").arg(m_low).arg(m_high));
        if (version() >= 5)
            skipBytes(QStringLiteral("user data"));
        const std::int32_t chunks = m_in.varInt();
        const int least = m_high - m_low + 1 + (version() >= 3 ? 8 : 7); // bytes of one
        if (m_in.ok() && (chunks < 0 || static_cast<std::uint64_t>(chunks) >
                                            m_in.remaining() / static_cast<unsigned>(least)))
            m_in.fail(QStringLiteral("%1 chunks are promised where %2 bytes are left")
                          .arg(chunks)
                          .arg(m_in.remaining()));
        for (std::int32_t i = 0; i < chunks && m_in.ok(); ++i)
            readChunk();
        if (m_in.ok() && m_in.remaining() > 0)
            m_in.fail(QStringLiteral("%1 bytes follow the last chunk").arg(m_in.remaining()));
        if (m_in.ok() && !m_in.atEnd() && m_in.ok())
            m_in.fail(QStringLiteral("bytes follow the last chunk"));
        if (m_twice > 0)
            m_world.note(
                QStringLiteral("chunks that are there twice, of which the later counts: %1").arg(m_twice));
    }

private:
    int version() const { return m_header.version; }

    bool boolean(const char* what)
    {
        const std::uint8_t byte = m_in.u8();
        if (byte > 1)
            m_in.fail(QStringLiteral("%1 is %2 where yes or no stands,").arg(QLatin1String(what)).arg(byte));
        return byte == 1;
    }

    /// A count of what takes at least `each` bytes.
    std::uint64_t count(const QString& what, std::uint64_t each)
    {
        const std::int32_t number = m_in.varInt();
        if (m_in.ok() && (number < 0 || static_cast<std::uint64_t>(number) > m_in.remaining() / each))
            m_in.fail(QStringLiteral("%1: a count of %2 where %3 bytes are left")
                          .arg(what)
                          .arg(number)
                          .arg(m_in.remaining()));
        return m_in.ok() ? static_cast<std::uint64_t>(number) : 0;
    }

    void skipBytes(const QString& what) { m_in.skip(count(what, 1)); }

    void readChunk()
    {
        m_x = m_in.varInt();
        m_z = m_in.varInt();
        if (std::abs(std::int64_t{m_x}) > MaxChunkPlace || std::abs(std::int64_t{m_z}) > MaxChunkPlace)
            m_in.fail(QStringLiteral("chunk %1, %2 lies outside any world").arg(m_x).arg(m_z));
        m_wanted = m_world.scope().wants(m_x, m_z);
        if (m_filled.contains({m_x, m_z})) {
            ++m_twice;
            for (int y = m_low; y <= m_high; ++y)
                m_world.removeSection({m_x, y, m_z});
        }
        for (m_y = m_low; m_y <= m_high && m_in.ok(); ++m_y) {
            if (!boolean("whether a section is empty"))
                readSection();
        }
        readBlockEntities();
        const auto mask = m_in.be<std::uint32_t>();
        for (unsigned bit = 0; bit < 32 && m_in.ok(); ++bit) {
            if ((mask >> bit & 1U) != 0)
                m_in.skip(8 * count(QStringLiteral("a height map"), 8));
        }
        if (version() >= 3)
            skipBytes(QStringLiteral("a chunk's user data"));
    }

    void readSection()
    {
        const std::uint64_t states = count(QStringLiteral("the palette of a section"), 1);
        if (states > MaxSectionPalette)
            failHere(QStringLiteral("a palette of %1 states").arg(states));
        m_palette.clear();
        bool empty = true;
        for (std::uint64_t i = 0; i < states && m_in.ok(); ++i) {
            m_palette.push_back(readState());
            empty = empty && m_palette.back() == BlockWorld::Air;
        }
        if (states > 1)
            readBlocks(empty);
        else if (!empty && m_in.ok())
            keep([this](std::span<std::uint16_t> kinds) {
                std::fill(kinds.begin(), kinds.end(), m_palette.front());
                return true;
            });
        skipBiomes();
        skipLight();
    }

    /// Air for all that lies outside the scope: it is not asked what it is.
    std::uint16_t readState()
    {
        const std::uint64_t length = count(QStringLiteral("the name of a block state"), 1);
        if (length > MaxStateName)
            failHere(QStringLiteral("a block state's name of %1 bytes").arg(length));
        const std::string_view name = m_in.text(static_cast<std::size_t>(length));
        if (!m_in.ok() || !m_wanted || name == "minecraft:air" || name == "air")
            return BlockWorld::Air;
        const auto kind = m_world.kindOf(version() <= 5 && isOldGrass(name) ? ShortGrass : name);
        if (!kind) {
            m_in.fail(kind.error());
            return BlockWorld::Air;
        }
        return *kind;
    }

    static constexpr std::string_view ShortGrass = "minecraft:short_grass";
    static bool isOldGrass(std::string_view state)
    {
        const std::string_view name = state.substr(0, state.find('['));
        return name == "grass" || name == "minecraft:grass";
    }

    void readBlocks(bool empty)
    {
        const std::uint64_t longs = count(QStringLiteral("the blocks of a section"), 8);
        const int bits = bitsFor(m_palette.size(), 1);
        const std::size_t needed = packedLongs(BlockWorld::SectionCells, bits, Packing::Padded);
        if (longs < needed)
            failHere(QStringLiteral("%1 longs for numbers of %2 bits, %3 are needed")
                         .arg(longs)
                         .arg(bits)
                         .arg(needed));
        if (!m_in.ok())
            return;
        if (empty) {
            m_in.skip(8 * longs);
            return;
        }
        const auto packed = m_in.bytes(8 * needed);
        keep([this, packed, bits](std::span<std::uint16_t> kinds) {
            if (!unpackNumbers(packed, bits, Packing::Padded, kinds))
                return false; // the stream has failed, and says why
            for (std::uint16_t& kind : kinds) {
                if (kind >= m_palette.size()) {
                    failHere(QStringLiteral("number %1 in a palette of %2").arg(kind).arg(m_palette.size()));
                    return false;
                }
                kind = m_palette[kind];
            }
            return true;
        });
        m_in.skip(8 * (longs - needed));
    }

    template<typename Fill>
    void keep(const Fill& fill)
    {
        if (!m_wanted || !fill(m_kinds))
            return;
        if (auto added = m_world.addSection({m_x, m_y, m_z}, m_kinds); !added)
            m_in.fail(added.error());
        m_filled.emplace(m_x, m_z);
    }

    void skipBiomes()
    {
        const std::uint64_t biomes = count(QStringLiteral("the biomes of a section"), 1);
        if (biomes > MaxSectionBiomes)
            failHere(QStringLiteral("%1 biomes").arg(biomes));
        for (std::uint64_t i = 0; i < biomes && m_in.ok(); ++i)
            skipBytes(QStringLiteral("the name of a biome"));
        if (biomes <= 1)
            return;
        const std::uint64_t longs = count(QStringLiteral("the biomes of a section"), 8);
        if (longs < packedLongs(BiomeCells, bitsFor(static_cast<std::size_t>(biomes), 1), Packing::Padded))
            failHere(QStringLiteral("%1 longs for %2 biomes").arg(longs).arg(biomes));
        m_in.skip(8 * longs);
    }

    void skipLight()
    {
        if (version() == 1) {
            if (boolean("whether there is light"))
                m_in.skip(2 * LightBytes);
            return;
        }
        const unsigned given = version() >= 7 ? 3 : 1;
        for (int i = 0; i < 2 && m_in.ok(); ++i) {
            const std::uint8_t content = m_in.u8();
            if (content > given)
                failHere(QStringLiteral("light of kind %1").arg(content));
            else if (content == given)
                m_in.skip(LightBytes);
        }
    }

    void readBlockEntities()
    {
        const std::uint64_t entities = count(QStringLiteral("the block entities of a chunk"), 6);
        for (std::uint64_t i = 0; i < entities && m_in.ok(); ++i) {
            const auto place = m_in.be<std::uint32_t>();
            if (m_header.draft || boolean("whether a block entity has a name")) {
                const std::uint64_t length = count(QStringLiteral("the name of a block entity"), 1);
                if (length <= MaxStateName)
                    labelPlate(place, m_in.text(static_cast<std::size_t>(length)));
                else
                    m_in.skip(length);
            }
            if (version() < 3 || boolean("whether a block entity has data"))
                io::skipNbt(m_in, version() <= 3 ? io::NbtRoot::Named : io::NbtRoot::Nameless);
        }
    }

    /// Plates of hollow-cube's courses name themselves.
    void labelPlate(std::uint32_t place, std::string_view name)
    {
        const bool finish = name == "mapmaker:finish_plate";
        if (!m_in.ok() || (!finish && name != "mapmaker:checkpoint_plate"))
            return;
        // x in the lowest four bits, z in the highest, the size of y between them, its sign in bit 27.
        const auto height = static_cast<std::int32_t>(place >> 4 & 0x7FFFFFU);
        const glm::dvec3 block(m_x * 16.0 + (place & 0xFU), (place >> 27 & 1U) != 0 ? -height : height,
                               m_z * 16.0 + (place >> 28));
        m_world.label(block + glm::dvec3(0.5, 1.0, 0.5),
                      finish ? QStringLiteral("Finish") : QStringLiteral("Checkpoint"));
    }

    void failHere(const QString& why)
    {
        m_in.fail(QStringLiteral("section %1 of chunk %2, %3 has %4").arg(m_y).arg(m_x).arg(m_z).arg(why));
    }

    const PolarHeader& m_header;
    io::StreamReader& m_in;
    BlockWorld& m_world;
    int m_low = 0; ///< sections
    int m_high = 0;
    std::int32_t m_x = 0; ///< of the chunk at hand
    std::int32_t m_z = 0;
    int m_y = 0; ///< of its section
    bool m_wanted = false;
    std::vector<std::uint16_t> m_palette;
    std::array<std::uint16_t, BlockWorld::SectionCells> m_kinds{};
    std::set<std::pair<std::int32_t, std::int32_t>> m_filled; ///< chunks of which there are blocks
    int m_twice = 0;
};

} // namespace

Result<void> readPolar(const model::ByteSource& file, BlockWorld& world, const std::stop_token& stop)
{
    const auto header = readPolarHeader(file, stop);
    if (!header)
        return tl::unexpected(header.error());
    io::StreamReader in(file, header->body, stop);
    PolarReader(*header, in, world).read();
    if (!in.ok())
        return tl::unexpected(in.error());
    return {};
}

} // namespace ghostline::recording
