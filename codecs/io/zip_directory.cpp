// SPDX-License-Identifier: GPL-3.0-or-later
// The records of PKWARE's APPNOTE that matter for reading: end of directory, zip64, entries, local headers.
#include "codecs/io/zip_directory.h"

#include "codecs/io/byte_cursor.h"
#include "codecs/io/damaged.h"
#include "model/bytes/byte_sources.h"

#include <algorithm>
#include <array>
#include <zlib.h>

namespace ghostline::io {

using model::ErrorCode;
using model::Result;

namespace {

constexpr std::uint32_t LocalMark = 0x04034B50;
constexpr std::uint32_t CentralMark = 0x02014B50;
constexpr std::uint32_t EndMark = 0x06054B50;
constexpr std::uint32_t End64Mark = 0x06064B50;
constexpr std::uint32_t Locator64Mark = 0x07064B50;
constexpr std::size_t LocalBytes = 30;
constexpr std::size_t CentralBytes = 46;
constexpr std::size_t EndBytes = 22;
constexpr std::size_t End64Bytes = 56;
constexpr std::size_t Locator64Bytes = 20;
constexpr std::size_t MaxComment = 0xFFFF;
constexpr std::uint16_t Zip64Extra = 1;
constexpr std::uint32_t Open32 = 0xFFFFFFFF; ///< "look into the zip64 field"

struct Directory
{
    std::uint64_t offset = 0;
    std::uint64_t size = 0;
    std::uint64_t entries = 0;
};

tl::unexpected<model::Error> damagedArchive(const QString& what, std::uint64_t offset)
{
    return io::damaged(model::Sentence::of(QStringLiteral("the ZIP archive is damaged at byte %1: %2"),
                                           {QString::number(offset), model::Sentence::of(what)}),
                       offset);
}

Result<std::vector<std::byte>> readPiece(const model::ByteSource& source, std::uint64_t offset,
                                         std::uint64_t size, const std::stop_token& stop)
{
    std::vector<std::byte> piece(static_cast<std::size_t>(size));
    if (auto done = model::readExactly(source, offset, piece, stop); !done)
        return tl::unexpected(std::move(done.error()));
    return piece;
}

Result<Directory> readZip64End(const model::ByteSource& source, std::uint64_t endOffset, Directory found,
                               const std::stop_token& stop)
{
    if (endOffset < Locator64Bytes)
        return damagedArchive(QStringLiteral("the zip64 locator is missing"), endOffset);
    const auto locator = readPiece(source, endOffset - Locator64Bytes, Locator64Bytes, stop);
    if (!locator)
        return tl::unexpected(locator.error());
    // A plain archive may hold exactly 65,535 entries: no locator means the first record was right.
    if (loadLe<std::uint32_t>(locator->data()) != Locator64Mark)
        return found;
    const auto at = loadLe<std::uint64_t>(locator->data() + 8);
    if (at > endOffset || endOffset - at < End64Bytes)
        return damagedArchive(QStringLiteral("the zip64 record lies outside of the file"), endOffset);
    const auto record = readPiece(source, at, End64Bytes, stop);
    if (!record)
        return tl::unexpected(record.error());
    if (loadLe<std::uint32_t>(record->data()) != End64Mark)
        return damagedArchive(QStringLiteral("the zip64 record has another mark"), at);
    found.entries = loadLe<std::uint64_t>(record->data() + 32);
    found.size = loadLe<std::uint64_t>(record->data() + 40);
    found.offset = loadLe<std::uint64_t>(record->data() + 48);
    return found;
}

Result<Directory> findDirectory(const model::ByteSource& source, const std::stop_token& stop)
{
    const std::uint64_t size = source.size();
    const std::uint64_t tail = std::min<std::uint64_t>(size, EndBytes + MaxComment);
    const auto bytes = readPiece(source, size - tail, tail, stop);
    if (!bytes)
        return tl::unexpected(bytes.error());
    for (std::size_t back = EndBytes; back <= bytes->size(); ++back) {
        const std::byte* const at = bytes->data() + bytes->size() - back;
        if (loadLe<std::uint32_t>(at) != EndMark || loadLe<std::uint16_t>(at + 20) + EndBytes > back)
            continue;
        const Directory found{loadLe<std::uint32_t>(at + 16), loadLe<std::uint32_t>(at + 12),
                              loadLe<std::uint16_t>(at + 10)};
        const bool wide = found.offset == Open32 || found.size == Open32 || found.entries == 0xFFFF;
        return wide ? readZip64End(source, size - back, found, stop) : Result<Directory>(found);
    }
    return damagedArchive(QStringLiteral("there is no directory at its end, so it was cut short"), size);
}

/// Fills in the numbers that the fixed part leaves open, in their fixed order.
bool applyZip64(ZipEntry& entry, std::span<const std::byte> extra)
{
    ByteCursor fields(extra);
    while (fields.ok() && fields.remaining() >= 4) {
        const auto id = fields.le<std::uint16_t>();
        const auto length = fields.le<std::uint16_t>();
        ByteCursor field = fields.sub(length);
        if (id != Zip64Extra)
            continue;
        for (std::uint64_t* number : {&entry.size, &entry.packedSize, &entry.headerOffset}) {
            if (*number == Open32 && field.remaining() >= 8)
                *number = field.le<std::uint64_t>();
        }
        return field.ok();
    }
    // No field: the numbers are what they look like.
    return fields.ok();
}

/// The part that local and central headers share: flags .. length of the extra field.
struct Common
{
    std::uint16_t flags = 0;
    std::uint16_t nameLength = 0;
    std::uint16_t extraLength = 0;
};

Common readCommon(ByteCursor& in, ZipEntry& entry)
{
    Common common;
    common.flags = in.le<std::uint16_t>();
    entry.encrypted = (common.flags & 1U) != 0;
    entry.method = in.le<std::uint16_t>();
    in.skip(4); // time and date
    entry.crc = in.le<std::uint32_t>();
    entry.packedSize = in.le<std::uint32_t>();
    entry.size = in.le<std::uint32_t>();
    common.nameLength = in.le<std::uint16_t>();
    common.extraLength = in.le<std::uint16_t>();
    return common;
}

} // namespace

bool looksLikeZip(std::span<const std::byte> start)
{
    if (start.size() < 4)
        return false;
    const auto mark = loadLe<std::uint32_t>(start.data());
    return mark == LocalMark || mark == EndMark;
}

Result<std::vector<ZipEntry>> readZipDirectory(const model::ByteSource& source, const std::stop_token& stop)
{
    const auto directory = findDirectory(source, stop);
    if (!directory)
        return tl::unexpected(directory.error());
    const std::uint64_t size = source.size();
    if (directory->offset > size || directory->size > size - directory->offset)
        return damagedArchive(QStringLiteral("its directory lies outside of the file"), directory->offset);
    if (directory->size > MaxZipDirectoryBytes || directory->entries > MaxZipEntries)
        return model::fail(
            ErrorCode::LimitExceeded,
            model::Sentence::of(
                QStringLiteral("the ZIP archive lists %1 entries in %2 bytes, more than is read"),
                {QString::number(directory->entries), QString::number(directory->size)}),
            {directory->offset, {}, {}});
    const auto bytes = readPiece(source, directory->offset, directory->size, stop);
    if (!bytes)
        return tl::unexpected(bytes.error());
    std::vector<ZipEntry> entries;
    entries.reserve(std::min<std::size_t>(directory->entries, bytes->size() / CentralBytes));
    ByteCursor in(*bytes, directory->offset);
    while (entries.size() < directory->entries) {
        const std::uint64_t at = in.offset();
        ZipEntry entry;
        if (in.le<std::uint32_t>() != CentralMark)
            return damagedArchive(QStringLiteral("an entry of its directory has another mark"), at);
        in.skip(4); // versions
        const Common common = readCommon(in, entry);
        const auto commentLength = in.le<std::uint16_t>();
        in.skip(8); // disk, attributes
        entry.headerOffset = in.le<std::uint32_t>();
        entry.name = std::string(in.text(common.nameLength));
        const auto extra = in.bytes(common.extraLength);
        in.skip(commentLength);
        if (!in.ok() || !applyZip64(entry, extra))
            return damagedArchive(QStringLiteral("an entry of its directory is cut short"), at);
        entries.push_back(std::move(entry));
    }
    return entries;
}

Result<ZipEntry> readZipLocalEntry(const model::ByteSource& source, std::uint64_t offset,
                                   const std::stop_token& stop)
{
    const auto fixed = readPiece(source, offset, LocalBytes, stop);
    if (!fixed)
        return tl::unexpected(fixed.error());
    ByteCursor in(*fixed, offset);
    if (in.le<std::uint32_t>() != LocalMark)
        return damagedArchive(QStringLiteral("an entry does not begin with its mark"), offset);
    in.skip(2); // version
    ZipEntry entry;
    const Common common = readCommon(in, entry);
    const auto rest =
        readPiece(source, offset + LocalBytes, std::uint64_t{common.nameLength} + common.extraLength, stop);
    if (!rest)
        return tl::unexpected(rest.error());
    ByteCursor more(*rest, offset + LocalBytes);
    entry.name = std::string(more.text(common.nameLength));
    if (!applyZip64(entry, more.bytes(common.extraLength)))
        return damagedArchive(QStringLiteral("an entry's extra field is cut short"), offset);
    entry.headerOffset = offset;
    const std::uint64_t data = offset + LocalBytes + rest->size();
    const std::uint64_t left = source.size() - std::min(data, source.size());
    if ((common.flags & 8U) != 0 || entry.packedSize > left) {
        entry.sizesKnown = false;
        entry.packedSize = left;
    }
    return entry;
}

Result<std::uint64_t> zipDataOffset(const model::ByteSource& source, const ZipEntry& entry,
                                    const std::stop_token& stop)
{
    const auto fixed = readPiece(source, entry.headerOffset, LocalBytes, stop);
    if (!fixed)
        return tl::unexpected(fixed.error());
    if (loadLe<std::uint32_t>(fixed->data()) != LocalMark)
        return damagedArchive(QStringLiteral("an entry does not begin with its mark"), entry.headerOffset);
    const std::uint64_t data = entry.headerOffset + LocalBytes + loadLe<std::uint16_t>(fixed->data() + 26) +
                               loadLe<std::uint16_t>(fixed->data() + 28);
    if (data > source.size() || entry.packedSize > source.size() - data)
        return damagedArchive(QStringLiteral("an entry reaches past the end of the file"),
                              entry.headerOffset);
    return data;
}

std::uint32_t zipChecksum(std::uint32_t before, std::span<const std::byte> bytes)
{
    return static_cast<std::uint32_t>(
        crc32_z(before, reinterpret_cast<const Bytef*>(bytes.data()), bytes.size()));
}

} // namespace ghostline::io
