// SPDX-License-Identifier: GPL-3.0-or-later
#include "codecs/sc2/sample/mpq_writer.h"

#include "codecs/sc2/container/mpq_crypto.h"

#include <QCryptographicHash>

#include <algorithm>
#include <array>
#include <bzlib.h>
#include <cstring>
#include <zlib.h>

namespace ghostline::sc2 {

MpqWriteMember::MpqWriteMember(std::string itsName, std::vector<std::byte> itsBytes, MpqPacking itsPacking)
    : name(std::move(itsName)), bytes(std::move(itsBytes)), packing(itsPacking)
{
}

namespace {

using Bytes = std::vector<std::byte>;

constexpr std::uint32_t FlagCompressed = 0x200;
constexpr std::uint32_t FlagSingleUnit = 0x1000000;
constexpr std::uint32_t FlagChecksums = 0x4000000;
constexpr std::uint32_t FlagExists = 0x80000000;

void putU16(Bytes& out, std::uint32_t value)
{
    out.push_back(static_cast<std::byte>(value & 0xFFU));
    out.push_back(static_cast<std::byte>((value >> 8) & 0xFFU));
}

void putU32(Bytes& out, std::uint32_t value)
{
    putU16(out, value & 0xFFFFU);
    putU16(out, value >> 16);
}

void putU64(Bytes& out, std::uint64_t value)
{
    putU32(out, static_cast<std::uint32_t>(value));
    putU32(out, static_cast<std::uint32_t>(value >> 32));
}

void append(Bytes& out, std::span<const std::byte> bytes)
{
    out.insert(out.end(), bytes.begin(), bytes.end());
}

/// With the byte that names the method in front; empty when packing does not make it shorter.
Bytes packed(std::span<const std::byte> plain, MpqPacking packing)
{
    if (packing == MpqPacking::Raw || plain.empty())
        return {};
    const auto size = static_cast<unsigned>(plain.size());
    Bytes out(plain.size() + plain.size() / 50 + 700);
    std::size_t length = 0;
    if (packing == MpqPacking::Zlib) {
        uLongf room = static_cast<uLongf>(out.size() - 1);
        if (compress2(reinterpret_cast<Bytef*>(out.data() + 1), &room,
                      reinterpret_cast<const Bytef*>(plain.data()), size, 9) != Z_OK)
            return {};
        length = room;
        out[0] = std::byte{0x02};
    } else {
        auto room = static_cast<unsigned>(out.size() - 1);
        Bytes copy(plain.begin(), plain.end()); // the library wants it writable
        if (BZ2_bzBuffToBuffCompress(reinterpret_cast<char*>(out.data() + 1), &room,
                                     reinterpret_cast<char*>(copy.data()), size, 9, 0, 0) != BZ_OK)
            return {};
        length = room;
        out[0] = std::byte{0x10};
    }
    if (length + 1 >= plain.size())
        return {};
    out.resize(length + 1);
    return out;
}

/// A table of offsets, the sectors, and with checksums one more that holds them.
Bytes sectored(const MpqWriteMember& member, std::size_t sectorSize)
{
    std::vector<Bytes> sectors;
    Bytes sums;
    const std::span<const std::byte> all(member.bytes);
    for (std::size_t at = 0; at < all.size(); at += sectorSize) {
        const auto plain = all.subspan(at, std::min(sectorSize, all.size() - at));
        Bytes stored = packed(plain, member.packing);
        if (stored.empty())
            stored.assign(plain.begin(), plain.end());
        if (member.checksums)
            putU32(sums, static_cast<std::uint32_t>(adler32(0, reinterpret_cast<const Bytef*>(stored.data()),
                                                            static_cast<uInt>(stored.size()))));
        sectors.push_back(std::move(stored));
    }
    if (member.checksums)
        sectors.push_back(std::move(sums));
    Bytes out;
    auto offset = static_cast<std::uint32_t>((sectors.size() + 1) * 4);
    putU32(out, offset);
    for (const Bytes& sector : sectors) {
        offset += static_cast<std::uint32_t>(sector.size());
        putU32(out, offset);
    }
    for (const Bytes& sector : sectors)
        append(out, sector);
    return out;
}

struct Block
{
    std::uint32_t offset = 0;
    std::uint32_t stored = 0;
    std::uint32_t size = 0;
    std::uint32_t flags = 0;
};

Bytes stored(const MpqWriteMember& member, std::size_t sectorSize, Block& block)
{
    block.size = static_cast<std::uint32_t>(member.bytes.size());
    block.flags = (member.deleted ? 0 : FlagExists) | FlagCompressed;
    Bytes out;
    if (member.sectors) {
        if (member.checksums)
            block.flags |= FlagChecksums;
        out = sectored(member, sectorSize);
    } else {
        block.flags |= FlagSingleUnit;
        out = packed(member.bytes, member.packing);
        if (out.empty())
            out = member.bytes;
    }
    block.stored = static_cast<std::uint32_t>(out.size());
    return out;
}

Bytes encrypted(std::vector<std::uint32_t> words, std::string_view keyName)
{
    mpqEncrypt(words, mpqHash(keyName, MpqHash::Key));
    Bytes out;
    out.reserve(words.size() * 4);
    for (const std::uint32_t word : words)
        putU32(out, word);
    return out;
}

Bytes hashTable(const std::vector<MpqWriteMember>& members, std::uint32_t entries)
{
    constexpr std::uint32_t Empty = 0xFFFF'FFFF;
    std::vector<std::uint32_t> words(static_cast<std::size_t>(entries) * 4, Empty);
    for (std::size_t i = 0; i < members.size(); ++i) {
        std::size_t slot = mpqHash(members[i].name, MpqHash::TablePosition) & (entries - 1);
        while (words[slot * 4 + 3] != Empty)
            slot = (slot + 1) & (entries - 1);
        words[slot * 4] = mpqHash(members[i].name, MpqHash::NameA);
        words[slot * 4 + 1] = mpqHash(members[i].name, MpqHash::NameB);
        words[slot * 4 + 2] = 0;
        words[slot * 4 + 3] = static_cast<std::uint32_t>(i);
    }
    return encrypted(std::move(words), "(hash table)");
}

Bytes blockTable(const std::vector<Block>& blocks)
{
    std::vector<std::uint32_t> words;
    words.reserve(blocks.size() * 4);
    for (const Block& block : blocks)
        words.insert(words.end(), {block.offset, block.stored, block.size, block.flags});
    return encrypted(std::move(words), "(block table)");
}

void putMd5(Bytes& out, std::span<const std::byte> of)
{
    const QByteArray sum = QCryptographicHash::hash(
        QByteArray::fromRawData(reinterpret_cast<const char*>(of.data()), static_cast<qsizetype>(of.size())),
        QCryptographicHash::Md5);
    append(out, std::as_bytes(std::span(sum.constData(), static_cast<std::size_t>(sum.size()))));
}

/// The header's own length comes first in what it says of itself, so that it is known before.
std::size_t headerBytes(const MpqWriteOptions& options) { return options.formatVersion >= 3 ? 208 : 44; }

Bytes header(const MpqWriteOptions& options, std::uint32_t hashOffset, const Bytes& hashes,
             std::uint32_t blockOffset, const Bytes& blocks)
{
    const auto archive = static_cast<std::uint32_t>(blockOffset + blocks.size());
    Bytes out;
    for (const char c : {'M', 'P', 'Q', '\x1A'})
        out.push_back(static_cast<std::byte>(c));
    putU32(out, static_cast<std::uint32_t>(headerBytes(options)));
    putU32(out, archive);
    putU16(out, static_cast<std::uint32_t>(options.formatVersion));
    putU16(out, static_cast<std::uint32_t>(options.sectorShift));
    putU32(out, hashOffset);
    putU32(out, blockOffset);
    putU32(out, options.hashEntries);
    putU32(out, static_cast<std::uint32_t>(blocks.size() / 16));
    putU64(out, 0); // high words of the block offsets: none
    putU32(out, 0); // high halves of the two table offsets
    if (options.formatVersion < 3)
        return out;
    putU64(out, archive);
    for (int i = 0; i < 2; ++i)
        putU64(out, 0); // the newer kinds of table: none
    putU64(out, hashes.size());
    putU64(out, blocks.size());
    for (int i = 0; i < 3; ++i)
        putU64(out, 0);
    putU32(out, 0x4000);
    putMd5(out, blocks);
    putMd5(out, hashes);
    for (int i = 0; i < 3; ++i)
        append(out, std::array<std::byte, 16>{});
    putMd5(out, Bytes(out)); // of all before it
    return out;
}

/// CRC-32 of every member, the list's own left open.
Bytes attributesOf(const std::vector<MpqWriteMember>& members)
{
    constexpr std::uint32_t Version = 100;
    constexpr std::uint32_t HasCrc32 = 1;
    Bytes out;
    putU32(out, Version);
    putU32(out, HasCrc32);
    for (const MpqWriteMember& member : members)
        putU32(out, static_cast<std::uint32_t>(crc32_z(0, reinterpret_cast<const Bytef*>(member.bytes.data()),
                                                       member.bytes.size())));
    putU32(out, 0);
    return out;
}

} // namespace

std::vector<std::byte> writeMpq(std::span<const std::byte> userData,
                                const std::vector<MpqWriteMember>& members, const MpqWriteOptions& options)
{
    if (options.attributes) {
        std::vector<MpqWriteMember> more(members);
        more.emplace_back("(attributes)", attributesOf(members), MpqPacking::Raw);
        MpqWriteOptions once = options;
        once.attributes = false;
        return writeMpq(userData, more, once);
    }
    Bytes out;
    if (options.headerOffset > 0) {
        for (const char c : {'M', 'P', 'Q', '\x1B'})
            out.push_back(static_cast<std::byte>(c));
        putU32(out, options.reservedUserData);
        putU32(out, options.headerOffset);
        putU32(out, static_cast<std::uint32_t>(userData.size()));
        append(out, userData);
        out.resize(std::max<std::size_t>(out.size(), options.headerOffset));
    }
    Bytes body;
    std::vector<Block> blocks(members.size());
    const std::size_t sectorSize = std::size_t{512} << options.sectorShift;
    for (std::size_t i = 0; i < members.size(); ++i) {
        blocks[i].offset = static_cast<std::uint32_t>(headerBytes(options) + body.size());
        append(body, stored(members[i], sectorSize, blocks[i]));
    }
    const Bytes hashes = hashTable(members, options.hashEntries);
    const Bytes table = blockTable(blocks);
    const auto hashOffset = static_cast<std::uint32_t>(headerBytes(options) + body.size());
    const auto blockOffset = static_cast<std::uint32_t>(hashOffset + hashes.size());
    append(out, header(options, hashOffset, hashes, blockOffset, table));
    append(out, body);
    append(out, hashes);
    append(out, table);
    return out;
}

} // namespace ghostline::sc2
