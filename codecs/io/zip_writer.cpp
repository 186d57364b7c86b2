// SPDX-License-Identifier: GPL-3.0-or-later
// Local header, deflate data, data descriptor; at the end the directory, with zip64 records when needed.
#include "codecs/io/zip_writer.h"

#include "codecs/io/zip_directory.h"

#include <algorithm>
#include <string>
#include <vector>
#include <zlib.h>

namespace ghostline::io {

using model::ErrorCode;
using model::Result;

namespace {

constexpr std::size_t OutBytes = std::size_t{64} << 10;
constexpr std::uint64_t Most32 = 0xFFFFFFFF; ///< itself the mark of "see zip64"
constexpr std::uint16_t Flags = 0x0808;      ///< sizes follow; the name is UTF-8
constexpr std::uint16_t FirstDate = 0x21;    ///< 1980-01-01

/// Little-endian numbers one after the other.
class Bytes
{
public:
    template<typename T>
    Bytes& add(std::uint64_t value)
    {
        for (std::size_t i = 0; i < sizeof(T); ++i)
            m_bytes.push_back(static_cast<std::byte>(value >> (8 * i)));
        return *this;
    }
    Bytes& u16(std::uint64_t value) { return add<std::uint16_t>(value); }
    Bytes& u32(std::uint64_t value) { return add<std::uint32_t>(value); }
    Bytes& u64(std::uint64_t value) { return add<std::uint64_t>(value); }
    Bytes& text(std::string_view text)
    {
        const auto* const first = reinterpret_cast<const std::byte*>(text.data());
        m_bytes.insert(m_bytes.end(), first, first + text.size());
        return *this;
    }
    std::span<const std::byte> span() const { return m_bytes; }

private:
    std::vector<std::byte> m_bytes;
};

std::uint64_t clipped(std::uint64_t value) { return std::min(value, Most32); }

} // namespace

struct ZipWriter::Private
{
    ByteSink sink;
    std::uint64_t written = 0;
    std::vector<ZipEntry> entries;
    z_stream zlib{};
    bool open = false;
    std::vector<std::byte> out = std::vector<std::byte>(OutBytes);

    Result<void> put(std::span<const std::byte> bytes)
    {
        written += bytes.size();
        return sink(bytes);
    }
    Result<void> deflateSome(int flush);
    Result<void> putDirectoryEntry(const ZipEntry& entry);
    void close()
    {
        if (open)
            deflateEnd(&zlib);
        open = false;
    }
};

Result<void> ZipWriter::Private::deflateSome(int flush)
{
    do {
        zlib.next_out = reinterpret_cast<Bytef*>(out.data());
        zlib.avail_out = static_cast<uInt>(out.size());
        if (deflate(&zlib, flush) == Z_STREAM_ERROR)
            return model::fail(ErrorCode::WriteFailed, QStringLiteral("zlib refused to pack"));
        const std::size_t size = out.size() - zlib.avail_out;
        entries.back().packedSize += size;
        if (auto done = put(std::span(out).first(size)); !done)
            return done;
    } while (zlib.avail_out == 0);
    return {};
}

Result<void> ZipWriter::Private::putDirectoryEntry(const ZipEntry& entry)
{
    Bytes wide;
    for (const std::uint64_t number : {entry.size, entry.packedSize, entry.headerOffset}) {
        if (number >= Most32)
            wide.u64(number);
    }
    const std::size_t wideBytes = wide.span().size();
    const unsigned version = wideBytes > 0 ? 45 : 20;
    Bytes head;
    head.u32(0x02014B50).u16(version).u16(version).u16(Flags).u16(entry.method).u16(0).u16(FirstDate);
    head.u32(entry.crc).u32(clipped(entry.packedSize)).u32(clipped(entry.size));
    head.u16(entry.name.size()).u16(wideBytes > 0 ? wideBytes + 4 : 0).u16(0).u16(0).u16(0).u32(0);
    head.u32(clipped(entry.headerOffset)).text(entry.name);
    if (wideBytes > 0)
        head.u16(1).u16(wideBytes);
    if (auto done = put(head.span()); !done)
        return done;
    return put(wide.span());
}

ZipWriter::ZipWriter(ByteSink sink) : d(std::make_unique<Private>()) { d->sink = std::move(sink); }
ZipWriter::~ZipWriter() { d->close(); }
std::uint64_t ZipWriter::bytes() const { return d->written; }

Result<void> ZipWriter::begin(std::string_view name, int level)
{
    if (d->open || name.empty() || name.size() > 0xFFFF || level < -1 || level > 9)
        return model::fail(ErrorCode::InvalidArgument, QStringLiteral("no such ZIP entry can be written"));
    d->zlib = {};
    if (deflateInit2(&d->zlib, level, Z_DEFLATED, -MAX_WBITS, 8, Z_DEFAULT_STRATEGY) != Z_OK)
        return model::fail(ErrorCode::LimitExceeded, QStringLiteral("there is no memory to pack with"));
    d->open = true;
    ZipEntry entry;
    entry.name = std::string(name);
    entry.method = ZipDeflated;
    entry.headerOffset = d->written;
    d->entries.push_back(entry);
    Bytes head;
    head.u32(0x04034B50).u16(20).u16(Flags).u16(ZipDeflated).u16(0).u16(FirstDate).u32(0).u32(0).u32(0);
    head.u16(name.size()).u16(0).text(name);
    return d->put(head.span());
}

Result<void> ZipWriter::write(std::span<const std::byte> bytes)
{
    if (!d->open)
        return model::fail(ErrorCode::InvalidArgument, QStringLiteral("no ZIP entry was begun"));
    ZipEntry& entry = d->entries.back();
    entry.crc = static_cast<std::uint32_t>(
        crc32_z(entry.crc, reinterpret_cast<const Bytef*>(bytes.data()), bytes.size()));
    entry.size += bytes.size();
    while (!bytes.empty()) {
        const std::size_t size = std::min(bytes.size(), std::size_t{1} << 30);
        d->zlib.next_in = reinterpret_cast<Bytef*>(const_cast<std::byte*>(bytes.data()));
        d->zlib.avail_in = static_cast<uInt>(size);
        if (auto done = d->deflateSome(Z_NO_FLUSH); !done)
            return done;
        bytes = bytes.subspan(size);
    }
    return {};
}

Result<void> ZipWriter::end()
{
    if (!d->open)
        return model::fail(ErrorCode::InvalidArgument, QStringLiteral("no ZIP entry was begun"));
    d->zlib.avail_in = 0;
    if (auto done = d->deflateSome(Z_FINISH); !done)
        return done;
    d->close();
    const ZipEntry& entry = d->entries.back();
    Bytes tail;
    tail.u32(0x08074B50).u32(entry.crc);
    if (entry.size >= Most32 || entry.packedSize >= Most32)
        tail.u64(entry.packedSize).u64(entry.size);
    else
        tail.u32(entry.packedSize).u32(entry.size);
    return d->put(tail.span());
}

Result<void> ZipWriter::finish()
{
    const std::uint64_t offset = d->written;
    for (const ZipEntry& entry : d->entries) {
        if (auto done = d->putDirectoryEntry(entry); !done)
            return done;
    }
    const std::uint64_t size = d->written - offset;
    const std::uint64_t count = d->entries.size();
    Bytes tail;
    if (offset >= Most32 || size >= Most32 || count >= 0xFFFF) {
        const std::uint64_t record = d->written;
        tail.u32(0x06064B50)
            .u64(44)
            .u16(45)
            .u16(45)
            .u32(0)
            .u32(0)
            .u64(count)
            .u64(count)
            .u64(size)
            .u64(offset);
        tail.u32(0x07064B50).u32(0).u64(record).u32(1);
    }
    const std::uint64_t shown = std::min<std::uint64_t>(count, 0xFFFF);
    tail.u32(0x06054B50).u16(0).u16(0).u16(shown).u16(shown).u32(clipped(size)).u32(clipped(offset)).u16(0);
    return d->put(tail.span());
}

} // namespace ghostline::io
