// SPDX-License-Identifier: GPL-3.0-or-later
#include "codecs/recording/worlds/anvil_region.h"

#include "codecs/io/byte_cursor.h"
#include "codecs/io/decompress.h"
#include "codecs/io/lz4_blocks.h"
#include "codecs/recording/format/limits.h"
#include "model/bytes/byte_sources.h"

#include <QDir>
#include <QFileInfo>

#include <algorithm>

namespace ghostline::recording {

using model::ErrorCode;
using model::Result;
using ChunkBytes = std::vector<std::byte>;

namespace {

constexpr std::uint64_t SectorBytes = 4096;
constexpr std::uint64_t HeaderSectors = 2; // places, then times that nobody needs
constexpr std::size_t ChunkHead = 5;       // length, kind
constexpr std::size_t LengthBytes = 4;

// How a chunk is compressed.
constexpr unsigned GzipKind = 1;
constexpr unsigned ZlibKind = 2;
constexpr unsigned PlainKind = 3;
constexpr unsigned Lz4Kind = 4;
constexpr unsigned CustomKind = 127;
constexpr unsigned OutsideKind = 128; ///< added where the data is in a file of its own

/// The first stream in it: some writers say a few bytes too many, and what follows the data is nobody's.
Result<ChunkBytes> inflated(io::Compression kind, std::span<const std::byte> packed, std::uint64_t base,
                            std::uint64_t& spent)
{
    const auto stream = io::Decompressor::create(kind, MaxUnpackedChunk, base);
    if (!stream)
        return tl::unexpected(stream.error());
    ChunkBytes out;
    auto read = (*stream)->feedOne(packed, out);
    if (read)
        read = (*stream)->finish();
    spent += (*stream)->produced();
    if (!read)
        return tl::unexpected(read.error());
    return out;
}

} // namespace

AnvilRegion::AnvilRegion(std::shared_ptr<const model::ByteSource> file, const glm::ivec2& at)
    : m_file(std::move(file)), m_at(at)
{
}

QString AnvilRegion::name() const { return QFileInfo(m_file->identity().name).fileName(); }

glm::ivec2 AnvilRegion::chunkAt(std::size_t place) const
{
    return m_at * Side + glm::ivec2(static_cast<int>(place) % Side, static_cast<int>(place) / Side);
}

std::uint64_t AnvilRegion::offsetOf(std::size_t place) const { return (m_table[place] >> 8) * SectorBytes; }

Result<AnvilRegion> AnvilRegion::open(std::shared_ptr<const model::ByteSource> file, const glm::ivec2& at,
                                      const std::stop_token& stop)
{
    AnvilRegion region(std::move(file), at);
    const std::uint64_t size = region.m_file->size();
    if (size == 0)
        return region;
    if (size > MaxRegionBytes)
        return model::fail(ErrorCode::LimitExceeded,
                           QStringLiteral("%1 bytes, at most %2 are read").arg(size).arg(MaxRegionBytes));
    if (size < HeaderSectors * SectorBytes)
        return model::fail(ErrorCode::Damaged, QStringLiteral("%1 bytes, which hold no table").arg(size));
    std::array<std::byte, Places * sizeof(std::uint32_t)> bytes{};
    if (auto got = model::readExactly(*region.m_file, 0, bytes, stop); !got)
        return tl::unexpected(got.error());
    for (std::size_t i = 0; i < Places; ++i)
        region.m_table[i] = io::loadBe<std::uint32_t>(bytes.data() + i * sizeof(std::uint32_t));
    return region;
}

Result<ChunkBytes> AnvilRegion::read(std::size_t place, const std::stop_token& stop,
                                     std::uint64_t& spent) const
{
    const std::uint64_t offset = offsetOf(place);
    const std::uint64_t size = m_file->size();
    const model::Location where{.offset = offset};
    if (offset < HeaderSectors * SectorBytes || size < ChunkHead || offset > size - ChunkHead)
        return model::fail(ErrorCode::Damaged,
                           QStringLiteral("sector %1 is not in the file").arg(offset / SectorBytes), where);
    const std::uint64_t sectors = std::max<std::uint64_t>(m_table[place] & 0xFFU, 1);
    ChunkBytes bytes(static_cast<std::size_t>(std::min(size - offset, sectors * SectorBytes)));
    if (auto got = model::readExactly(*m_file, offset, bytes, stop); !got)
        return tl::unexpected(got.error());
    const auto length = io::loadBe<std::uint32_t>(bytes.data());
    const auto kind = std::to_integer<unsigned>(bytes[LengthBytes]);
    if (length < 1 || length > MaxStoredChunk)
        return model::fail(ErrorCode::Damaged, QStringLiteral("it is %1 bytes long").arg(length), where);
    const std::uint64_t whole = std::min<std::uint64_t>(LengthBytes + length, size - offset);
    if (whole < LengthBytes + length && LengthBytes + length > sectors * SectorBytes)
        return model::fail(ErrorCode::Damaged,
                           QStringLiteral("%1 bytes in %2 sectors").arg(length).arg(sectors), where);
    if (whole > bytes.size()) { // the table names too few sectors
        bytes.resize(static_cast<std::size_t>(whole));
        if (auto got = model::readExactly(*m_file, offset, bytes, stop); !got)
            return tl::unexpected(got.error());
    }
    if (kind >= OutsideKind) {
        const auto data = outside(chunkAt(place), stop);
        return data ? unpackChunk(kind - OutsideKind, *data, 0, spent) : data;
    }
    const auto packed = std::span<const std::byte>(bytes).first(static_cast<std::size_t>(whole));
    return unpackChunk(kind, packed.subspan(ChunkHead), offset + ChunkHead, spent);
}

/// A chunk too large for its region lies beside it, as bytes alone.
Result<ChunkBytes> AnvilRegion::outside(const glm::ivec2& chunk, const std::stop_token& stop) const
{
    const QString name = QStringLiteral("c.%1.%2.mcc").arg(chunk.x).arg(chunk.y);
    if (QFileInfo(QFileInfo(m_file->identity().name).dir().filePath(name)).isSymLink())
        return model::fail(ErrorCode::Unsupported, QStringLiteral("%1 is a link").arg(name));
    const auto file = m_file->sibling(name.toStdString(), stop);
    if (!file)
        return model::fail(ErrorCode::NotFound,
                           QStringLiteral("%1 cannot be read: %2").arg(name, file.error().message));
    const std::uint64_t size = (*file)->size();
    if (size > MaxOutsideChunk)
        return model::fail(
            ErrorCode::LimitExceeded,
            QStringLiteral("%1 has %2 bytes, at most %3 are read").arg(name).arg(size).arg(MaxOutsideChunk));
    ChunkBytes bytes(static_cast<std::size_t>(size));
    if (auto got = model::readExactly(**file, 0, bytes, stop); !got)
        return tl::unexpected(got.error());
    return bytes;
}

Result<ChunkBytes> unpackChunk(unsigned kind, std::span<const std::byte> packed, std::uint64_t base,
                               std::uint64_t& spent)
{
    switch (kind) {
    case GzipKind:
        return inflated(io::Compression::Gzip, packed, base, spent);
    case ZlibKind:
        return inflated(io::Compression::Zlib, packed, base, spent);
    case PlainKind:
        spent += packed.size();
        return ChunkBytes(packed.begin(), packed.end());
    case Lz4Kind:
        return io::unpackLz4Blocks(packed, MaxUnpackedChunk, base, &spent);
    default:
        break;
    }
    return model::fail(ErrorCode::Unsupported,
                       kind == CustomKind ? QStringLiteral("it is compressed in a way of the server's own")
                                          : QStringLiteral("compression %1 is not known").arg(kind),
                       {.offset = base});
}

} // namespace ghostline::recording
