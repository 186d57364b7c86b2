// SPDX-License-Identifier: GPL-3.0-or-later
// Finds the members of an archive: user data, header, the two encrypted tables.
#include "codecs/sc2/container/mpq_archive.h"

#include "codecs/io/damaged.h"
#include "codecs/sc2/base/limits.h"
#include "codecs/sc2/container/mpq_crypto.h"
#include "codecs/sc2/container/mpq_unpack.h"
#include "model/base/text.h"

#include <algorithm>
#include <array>

namespace ghostline::sc2 {

namespace {

constexpr std::uint32_t UserDataMagic = 0x1B51504D; // "MPQ\x1B"
constexpr std::uint32_t ArchiveMagic = 0x1A51504D;  // "MPQ\x1A"
constexpr std::size_t TableEntryBytes = 16;

enum BlockFlag : std::uint32_t {
    Imploded = 0x00000100,
    Compressed = 0x00000200,
    Encrypted = 0x00010000,
    SingleUnit = 0x01000000,
    SectorChecksums = 0x04000000,
    Exists = 0x80000000
};

constexpr std::array<std::string_view, 18> Names{"replay.info",
                                                 "replay.details",
                                                 "replay.details.backup",
                                                 "replay.initData",
                                                 "replay.initData.backup",
                                                 "replay.attributes.events",
                                                 "replay.game.events",
                                                 "replay.message.events",
                                                 "replay.tracker.events",
                                                 "replay.gamemetadata",
                                                 "replay.gamemetadata.json",
                                                 "replay.load.info",
                                                 "replay.resumable.events",
                                                 "replay.server.battlelobby",
                                                 "replay.smartcam.events",
                                                 "replay.sync.events",
                                                 "replay.sync.history",
                                                 "save.jpg"};

/// Members that archives have of themselves.
constexpr std::array<std::string_view, 2> OwnNames{AttributesListName, "(listfile)"};

/// What the tables need from the archive's header.
struct ArchiveHeader
{
    int format = 0;
    unsigned sectorShift = 0;
    std::uint32_t hashOffset = 0;
    std::uint32_t blockOffset = 0;
    std::uint32_t hashEntries = 0;
    std::uint32_t blockEntries = 0;
};

model::Result<ArchiveHeader> readArchiveHeader(std::span<const std::byte> file, std::uint64_t at)
{
    ArchiveHeader header;
    if (at > file.size())
        return io::damaged(
            model::Sentence::of(
                QStringLiteral("The file ends at byte %1, before its archive, which should be at "
                               "byte %2"),
                {QString::number(file.size()), QString::number(at)}),
            at);
    io::ByteCursor in(file.subspan(static_cast<std::size_t>(at)), at);
    if (in.le<std::uint32_t>() != ArchiveMagic || !in.ok())
        return io::damaged(
            model::Sentence::of(
                QStringLiteral("There is no archive at byte %1, where the user data says it is"),
                {QString::number(at)}),
            at);
    in.skip(8); // sizes of header and archive: the tables say all that is needed
    header.format = in.le<std::uint16_t>();
    header.sectorShift = in.le<std::uint16_t>();
    header.hashOffset = in.le<std::uint32_t>();
    header.blockOffset = in.le<std::uint32_t>();
    header.hashEntries = in.le<std::uint32_t>();
    header.blockEntries = in.le<std::uint32_t>();
    if (const auto status = in.status(QStringLiteral("The archive's header")); !status)
        return tl::unexpected(status.error());
    if (header.sectorShift > MaxSectorShift)
        return io::damaged(model::Sentence::of(
                               QStringLiteral("The archive's header at byte %1 declares sectors of 512 << %2 "
                                              "bytes"),
                               {QString::number(at), QString::number(header.sectorShift)}),
                           at + 14);
    return header;
}

/// One of the two tables, deciphered: four words an entry.
model::Result<std::vector<std::uint32_t>> readTable(std::span<const std::byte> file, std::uint64_t at,
                                                    std::uint32_t entries, std::string_view name)
{
    if (entries > MaxTableEntries)
        return model::fail(
            model::ErrorCode::LimitExceeded,
            model::Sentence::of(
                QStringLiteral("The archive declares a %1 of %2 entries; at most %3 are read"),
                {model::textOf(name), QString::number(entries), QString::number(MaxTableEntries)}),
            {at, {}, {}});
    const std::uint64_t bytes = std::uint64_t{entries} * TableEntryBytes;
    if (at > file.size() || bytes > file.size() - at)
        return io::damaged(
            model::Sentence::of(
                QStringLiteral("The archive's %1, %2 bytes at byte %3, lies outside the file of %4 "
                               "bytes"),
                {model::textOf(name), QString::number(bytes), QString::number(at),
                 QString::number(file.size())}),
            at);
    std::vector<std::uint32_t> words(static_cast<std::size_t>(bytes) / 4);
    for (std::size_t i = 0; i < words.size(); ++i)
        words[i] = io::loadLe<std::uint32_t>(file.data() + at + i * 4);
    mpqDecrypt(words, mpqHash(name, MpqHash::Key));
    return words;
}

/// Block of a name, or nothing. Of several languages the neutral one is taken.
std::optional<std::uint32_t> findBlock(std::span<const std::uint32_t> hashes, std::string_view name)
{
    constexpr std::uint32_t FirstMark = 0xFFFFFFFE; // deleted; empty is one more
    const std::uint32_t a = mpqHash(name, MpqHash::NameA);
    const std::uint32_t b = mpqHash(name, MpqHash::NameB);
    std::optional<std::uint32_t> found;
    for (std::size_t i = 0; i + 3 < hashes.size(); i += 4) {
        if (hashes[i] != a || hashes[i + 1] != b || hashes[i + 3] >= FirstMark)
            continue;
        const bool neutral = (hashes[i + 2] & 0xFFFF) == 0;
        if (!found || neutral)
            found = hashes[i + 3];
        if (neutral)
            break;
    }
    return found;
}

/// Members in sectors: a table of offsets, then each sector packed on its own.
model::Result<std::vector<std::byte>> readSectors(std::span<const std::byte> stored, const MpqMember& member,
                                                  std::uint32_t sectorSize)
{
    const std::size_t sectors = (std::size_t{member.size} + sectorSize - 1) / sectorSize;
    const std::size_t offsets = sectors + 1 + ((member.flags & SectorChecksums) != 0 ? 1 : 0);
    if (offsets > stored.size() / 4)
        return io::damaged(QStringLiteral("%1 is too short for the table of its %2 sectors")
                               .arg(model::textOf(member.name))
                               .arg(sectors),
                           member.offset);
    std::vector<std::byte> out;
    for (std::size_t i = 0; i < sectors; ++i) {
        const auto begin = io::loadLe<std::uint32_t>(stored.data() + i * 4);
        const auto end = io::loadLe<std::uint32_t>(stored.data() + i * 4 + 4);
        const std::uint64_t place = member.offset + begin;
        if (begin < offsets * 4 || end < begin || end > stored.size())
            return io::damaged(QStringLiteral("Sector %1 of %2 lies from %3 to %4, outside its %5 bytes")
                                   .arg(i)
                                   .arg(model::textOf(member.name))
                                   .arg(begin)
                                   .arg(end)
                                   .arg(stored.size()),
                               member.offset + i * 4);
        const auto piece = stored.subspan(begin, end - begin);
        const std::size_t size = std::min<std::size_t>(sectorSize, member.size - i * sectorSize);
        if (piece.size() == size)
            out.insert(out.end(), piece.begin(), piece.end());
        else if (auto unpacked = unpackPiece(piece, size, place, out); !unpacked)
            return tl::unexpected(unpacked.error());
    }
    return out;
}

} // namespace

std::span<const std::string_view> memberNames() { return Names; }

model::Result<MpqArchive> MpqArchive::open(std::span<const std::byte> file, std::uint64_t start)
{
    MpqArchive archive;
    archive.m_file = file;
    archive.m_headerOffset = start;
    const std::size_t begin = static_cast<std::size_t>(std::min<std::uint64_t>(start, file.size()));
    io::ByteCursor in(file.subspan(begin), start);
    const auto magic = in.le<std::uint32_t>();
    if (magic == UserDataMagic) {
        in.skip(4); // room reserved for the user data
        archive.m_headerOffset = start + in.le<std::uint32_t>();
        const auto length = in.le<std::uint32_t>();
        archive.m_userDataOffset = in.offset();
        archive.m_userData = in.bytes(length);
        if (const auto status = in.status(QStringLiteral("The replay's header")); !status)
            return tl::unexpected(status.error());
    } else if (magic != ArchiveMagic) {
        return io::damaged(
            model::Sentence::of(QStringLiteral("The file does not begin like a replay's archive")), start);
    }
    if (auto tables = archive.readTables(); !tables)
        archive.m_damage = std::move(tables.error());
    return archive;
}

std::optional<std::uint64_t> MpqArchive::findStart(std::span<const std::byte> file)
{
    constexpr std::size_t Step = 512;
    for (std::size_t at = 0; file.size() - at >= sizeof(std::uint32_t); at += Step) {
        const auto magic = io::loadLe<std::uint32_t>(file.data() + at);
        if (magic == UserDataMagic || magic == ArchiveMagic)
            return at;
        if (file.size() - at <= Step)
            break;
    }
    return std::nullopt;
}

model::Result<void> MpqArchive::readTables()
{
    const auto header = readArchiveHeader(m_file, m_headerOffset);
    if (!header)
        return tl::unexpected(header.error());
    m_formatVersion = header->format;
    m_sectorSize = 512U << header->sectorShift;
    m_hashEntries = header->hashEntries;
    m_blockEntries = header->blockEntries;
    if (m_hashEntries == 0 || m_blockEntries == 0)
        return io::damaged(
            model::Sentence::of(QStringLiteral("The archive at byte %1 has no members: its header says "
                                               "so, as in a file whose writing was broken off"),
                                {QString::number(m_headerOffset)}),
            m_headerOffset);
    auto hashes = readTable(m_file, m_headerOffset + header->hashOffset, m_hashEntries, "(hash table)");
    if (!hashes)
        return tl::unexpected(hashes.error());
    const auto blocks =
        readTable(m_file, m_headerOffset + header->blockOffset, m_blockEntries, "(block table)");
    if (!blocks)
        return tl::unexpected(blocks.error());

    m_hashes = std::move(*hashes);
    listMembers(*blocks);
    return {};
}

void MpqArchive::listMembers(std::span<const std::uint32_t> blocks)
{
    const auto entryOf = [&](std::uint32_t block, std::string name) {
        const auto entry = blocks.subspan(std::size_t{block} * 4, 4);
        return MpqMember{std::move(name), m_headerOffset + entry[0], entry[1], entry[2], entry[3], block};
    };
    std::vector<std::string> names(m_blockEntries);
    for (const std::string_view name : Names) {
        const auto block = findBlock(m_hashes, name);
        if (!block)
            continue;
        // A name that leads to no block stays listed without flags, so that reading it says so.
        MpqMember member;
        member.name = name;
        if (*block < m_blockEntries) {
            member = entryOf(*block, std::string(name));
            names[*block] = name;
            if ((member.flags & Exists) == 0)
                continue;
        }
        m_members.push_back(std::move(member));
    }
    for (const std::string_view name : OwnNames) {
        const auto block = findBlock(m_hashes, name);
        if (block && *block < m_blockEntries)
            names[*block] = name;
    }
    for (std::uint32_t block = 0; block < m_blockEntries; ++block) {
        std::string& name = names[block];
        MpqMember member = entryOf(block, name.empty() ? "member " + std::to_string(block) + " of the archive"
                                                       : std::move(name));
        if ((member.flags & Exists) != 0)
            m_blocks.push_back(std::move(member));
    }
}

const MpqMember* MpqArchive::find(std::string_view name) const
{
    const auto& all = name == AttributesListName ? m_blocks : m_members;
    const auto found = std::ranges::find(all, name, &MpqMember::name);
    return found != all.end() ? &*found : nullptr;
}

std::optional<MpqMember> MpqArchive::lookUp(std::string_view name) const
{
    const auto block = findBlock(m_hashes, name);
    if (!block)
        return std::nullopt;
    const auto found = std::ranges::lower_bound(m_blocks, *block, {}, &MpqMember::block);
    if (found == m_blocks.end() || found->block != *block)
        return std::nullopt;
    MpqMember member = *found;
    member.name = name;
    return member;
}

model::Result<std::vector<std::byte>> MpqArchive::read(std::string_view name) const
{
    const MpqMember* member = find(name);
    if (member == nullptr)
        return m_damage ? tl::unexpected(*m_damage)
                        : model::fail(model::ErrorCode::NotFound,
                                      model::Sentence::of(QStringLiteral("The replay has no member %1"),
                                                          {model::textOf(name)}));
    return read(*member);
}

model::Result<std::vector<std::byte>> MpqArchive::read(const MpqMember& member) const
{
    return unpack(member, MaxMemberBytes, std::max(AlwaysUnpacked, std::uint64_t{member.stored} * MaxGrowth));
}

model::Result<std::vector<std::byte>> MpqArchive::read(const MpqMember& member, std::uint64_t most) const
{
    return unpack(member, most, most);
}

model::Result<std::vector<std::byte>> MpqArchive::unpack(const MpqMember& member, std::uint64_t most,
                                                         std::uint64_t grown) const
{
    if (member.flags == 0)
        return io::damaged(
            QStringLiteral("%1 is listed, but leads to no place in the file").arg(model::textOf(member.name)),
            m_headerOffset);
    if ((member.flags & (Encrypted | Imploded)) != 0)
        return model::fail(
            model::ErrorCode::Unsupported,
            (member.flags & Encrypted) != 0
                ? QStringLiteral("%1 is encrypted, which is not read").arg(model::textOf(member.name))
                : QStringLiteral("%1 is packed with PKWARE implode, which is not read; only "
                                 "zlib and bzip2 are")
                      .arg(model::textOf(member.name)),
            {member.offset, {}, {}});
    if (member.size > most)
        return model::fail(model::ErrorCode::LimitExceeded,
                           QStringLiteral("%1 declares %2 bytes; at most %3 are unpacked")
                               .arg(model::textOf(member.name))
                               .arg(member.size)
                               .arg(most),
                           {member.offset, {}, {}});
    if (member.size > grown)
        return model::fail(
            model::ErrorCode::LimitExceeded,
            QStringLiteral("%1 declares %2 bytes packed in %3, more than any real one grows to; "
                           "it is not unpacked")
                .arg(model::textOf(member.name))
                .arg(member.size)
                .arg(member.stored),
            {member.offset, {}, {}});
    if (member.offset > m_file.size() || member.stored > m_file.size() - member.offset)
        return io::damaged(QStringLiteral("%1, %2 bytes at byte %3, lies outside the file of %4 "
                                          "bytes")
                               .arg(model::textOf(member.name))
                               .arg(member.stored)
                               .arg(member.offset)
                               .arg(m_file.size()),
                           member.offset);
    const auto stored = m_file.subspan(static_cast<std::size_t>(member.offset), member.stored);
    const bool packed = (member.flags & Compressed) != 0;
    if (packed && (member.flags & SingleUnit) == 0 && member.size > 0)
        return readSectors(stored, member, m_sectorSize);
    if (packed && member.stored < member.size) {
        std::vector<std::byte> out;
        if (auto unpacked = unpackPiece(stored, member.size, member.offset, out); !unpacked)
            return tl::unexpected(unpacked.error());
        return out;
    }
    if (stored.size() < member.size)
        return io::damaged(QStringLiteral("%1 declares %2 bytes, but %3 are stored")
                               .arg(model::textOf(member.name))
                               .arg(member.size)
                               .arg(stored.size()),
                           member.offset);
    return std::vector<std::byte>(stored.begin(), stored.begin() + member.size);
}

} // namespace ghostline::sc2
