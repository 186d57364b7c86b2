// SPDX-License-Identifier: GPL-3.0-or-later
// Framing with a CRC-32, and raw LZ4 blocks with their size in front.
#include "codecs/ironcurtain/container/chunk.h"

#include "codecs/io/damaged.h"
#include "codecs/ironcurtain/container/bincode.h"

#include <lz4.h>
#include <new>
#include <zlib.h>

namespace ghostline::ironcurtain {

using model::ErrorCode;
using model::Result;

namespace {

// No LZ4 block unpacks to more than 255 times its size.
constexpr std::uint64_t MostExpansion = 255;

} // namespace

QString chunkName(ChunkKind kind)
{
    const auto value = static_cast<std::uint32_t>(kind);
    QString name;
    for (unsigned shift = 0; shift < 32; shift += 8)
        name += QLatin1Char(static_cast<char>(value >> shift & 0xFF));
    return name;
}

std::uint32_t crc32(std::span<const std::byte> bytes)
{
    return static_cast<std::uint32_t>(
        ::crc32_z(0, reinterpret_cast<const unsigned char*>(bytes.data()), bytes.size()));
}

void appendChunk(Bytes& out, ChunkKind kind, std::span<const std::byte> payload)
{
    BinWriter writer(out);
    writer.u32(static_cast<std::uint32_t>(kind));
    writer.u32(static_cast<std::uint32_t>(payload.size()));
    writer.u32(crc32(payload));
    writer.raw(payload);
}

Result<Bytes> unpackBlob(std::span<const std::byte> blob, std::size_t limit, std::uint64_t base)
{
    if (blob.size() < 5)
        return io::damaged(QStringLiteral("a compressed block is shorter than 5 bytes"), base);
    const auto size = io::loadLe<std::uint32_t>(blob.data());
    const auto packed = blob.subspan(4);
    if (size > limit)
        return model::fail(
            ErrorCode::LimitExceeded,
            QStringLiteral("a compressed block says it holds %1 bytes, more than the %2 allowed")
                .arg(size)
                .arg(limit),
            {.offset = base});
    if (size > packed.size() * MostExpansion)
        return io::damaged(QStringLiteral("a compressed block of %1 bytes cannot hold the %2 it says")
                               .arg(packed.size())
                               .arg(size),
                           base);
    if (packed.size() > static_cast<std::size_t>(LZ4_MAX_INPUT_SIZE))
        return io::damaged(QStringLiteral("a compressed block is larger than any can be"), base);
    Bytes raw;
    try {
        raw.resize(size);
    } catch (const std::bad_alloc&) {
        return model::fail(ErrorCode::LimitExceeded, QStringLiteral("there is not enough memory"),
                           {.offset = base});
    }
    char nothing = 0; // the destination of an empty block may not be null
    const int got = LZ4_decompress_safe(reinterpret_cast<const char*>(packed.data()),
                                        raw.empty() ? &nothing : reinterpret_cast<char*>(raw.data()),
                                        static_cast<int>(packed.size()), static_cast<int>(size));
    if (got < 0)
        return io::damaged(QStringLiteral("a compressed block is damaged"), base);
    if (static_cast<std::uint32_t>(got) != size)
        return io::damaged(
            QStringLiteral("a compressed block holds %1 of the %2 bytes it says").arg(got).arg(size), base);
    return raw;
}

Bytes packBlob(std::span<const std::byte> raw)
{
    Bytes out(4 + static_cast<std::size_t>(LZ4_compressBound(static_cast<int>(raw.size()))));
    const auto size = static_cast<std::uint32_t>(raw.size());
    std::memcpy(out.data(), &size, sizeof size);
    const char nothing = 0;
    const int packed =
        LZ4_compress_default(raw.empty() ? &nothing : reinterpret_cast<const char*>(raw.data()),
                             reinterpret_cast<char*>(out.data() + 4), static_cast<int>(raw.size()),
                             static_cast<int>(out.size() - 4));
    out.resize(4 + static_cast<std::size_t>(packed));
    return out;
}

} // namespace ghostline::ironcurtain
