// SPDX-License-Identifier: GPL-3.0-or-later
// Heads, CRCs and the search for the next chunk that is whole.
#include "codecs/ironcurtain/container/chunk_scan.h"

#include "codecs/ironcurtain/container/bincode.h"

#include <algorithm>
#include <new>
#include <zlib.h>

namespace ghostline::ironcurtain {

using model::ErrorCode;
using model::Result;

Result<std::span<const std::byte>> Window::at(std::uint64_t offset, std::size_t least,
                                              const std::stop_token& stop)
{
    if (offset >= m_end)
        return std::span<const std::byte>{};
    least = static_cast<std::size_t>(std::min<std::uint64_t>({least, m_block, m_end - offset}));
    if (offset < m_begin || offset + least > m_begin + m_size) {
        if (!m_bytes)
            m_bytes = std::make_unique_for_overwrite<std::byte[]>(m_block);
        const auto size = static_cast<std::size_t>(std::min<std::uint64_t>(m_block, m_end - offset));
        m_size = 0; // the bytes are gone even when reading fails
        const auto got = m_source.read(offset, {m_bytes.get(), size}, stop);
        if (!got)
            return tl::unexpected(got.error());
        m_begin = offset;
        m_size = *got;
    }
    const auto skipped = static_cast<std::size_t>(offset - m_begin);
    return std::span<const std::byte>(m_bytes.get() + skipped, m_size - skipped);
}

Result<Bytes> readClipped(const model::ByteSource& source, std::uint64_t size, std::uint64_t offset,
                          std::uint64_t length, const std::stop_token& stop)
{
    const std::uint64_t left = offset < size ? size - offset : 0;
    Bytes out;
    try {
        out.resize(static_cast<std::size_t>(std::min(length, left)));
    } catch (const std::bad_alloc&) {
        return model::fail(ErrorCode::LimitExceeded, QStringLiteral("there is not enough memory"),
                           {.offset = offset});
    }
    if (out.empty())
        return out;
    const auto got = source.read(offset, out, stop);
    if (!got)
        return tl::unexpected(got.error());
    if (*got < out.size())
        return model::fail(ErrorCode::Changed,
                           QStringLiteral("the file is shorter than it was when it was opened"),
                           {.offset = offset + *got});
    return out;
}

Result<Bytes> readPayload(const model::ByteSource& source, std::uint64_t size, const ChunkEntry& chunk,
                          const std::stop_token& stop)
{
    auto bytes = readClipped(source, size, chunk.offset + ChunkHeadBytes, chunk.length, stop);
    if (bytes && (bytes->size() != chunk.length || crc32(*bytes) != chunk.crc))
        return model::fail(
            ErrorCode::Damaged,
            QStringLiteral("the checksum of a chunk %1 does not hold").arg(chunkName(chunk.kind)),
            {.offset = chunk.offset});
    return bytes;
}

bool ChunkScanner::known(std::uint32_t tag) const
{
    return std::any_of(m_kinds.begin(), m_kinds.end(),
                       [tag](ChunkKind kind) { return static_cast<std::uint32_t>(kind) == tag; });
}

Result<std::optional<ChunkEntry>> ChunkScanner::head(std::uint64_t offset, const std::stop_token& stop)
{
    const auto bytes = m_chunks.at(offset, ChunkHeadBytes, stop);
    if (!bytes)
        return tl::unexpected(bytes.error());
    if (bytes->size() < ChunkHeadBytes)
        return std::nullopt;
    const auto tag = io::loadLe<std::uint32_t>(bytes->data());
    ChunkEntry chunk;
    chunk.kind = static_cast<ChunkKind>(tag);
    chunk.offset = offset;
    chunk.length = io::loadLe<std::uint32_t>(bytes->data() + 4);
    chunk.crc = io::loadLe<std::uint32_t>(bytes->data() + 8);
    if (!known(tag) || chunk.length > MaxChunkPayload || chunk.length > m_end - offset - ChunkHeadBytes)
        return std::nullopt;
    return std::optional(chunk);
}

Result<std::span<const std::byte>> ChunkScanner::start(const ChunkEntry& chunk, std::size_t most,
                                                       const std::stop_token& stop)
{
    const std::size_t wanted = std::min<std::size_t>(most, chunk.length);
    auto bytes = m_chunks.at(chunk.offset + ChunkHeadBytes, wanted, stop);
    return bytes ? Result<std::span<const std::byte>>(bytes->first(std::min(wanted, bytes->size()))) : bytes;
}

QString skippedText(std::uint64_t bytes)
{
    return QStringLiteral("a damaged chunk, %1 bytes skipped").arg(bytes);
}

Result<bool> ChunkScanner::crcHolds(const ChunkEntry& chunk, const std::stop_token& stop)
{
    std::uint64_t at = chunk.offset + ChunkHeadBytes;
    const std::uint64_t end = at + chunk.length;
    uLong crc = 0;
    while (at < end) {
        const auto bytes = m_chunks.at(at, 1, stop);
        if (!bytes)
            return tl::unexpected(bytes.error());
        if (bytes->empty())
            return false;
        const auto part = static_cast<std::size_t>(std::min<std::uint64_t>(bytes->size(), end - at));
        crc = ::crc32_z(crc, reinterpret_cast<const unsigned char*>(bytes->data()), part);
        at += part;
    }
    return static_cast<std::uint32_t>(crc) == chunk.crc;
}

Result<std::uint64_t> ChunkScanner::nextGood(std::uint64_t from, const std::stop_token& stop)
{
    while (from < m_end && !gaveUp()) {
        const auto bytes = m_search.at(from, ChunkHeadBytes, stop);
        if (!bytes)
            return tl::unexpected(bytes.error());
        if (bytes->size() < ChunkHeadBytes)
            break;
        const std::size_t places = bytes->size() - ChunkHeadBytes + 1;
        for (std::size_t i = 0; i < places && !gaveUp(); ++i) {
            if (!known(io::loadLe<std::uint32_t>(bytes->data() + i)))
                continue;
            const auto found = head(from + i, stop);
            if (!found)
                return tl::unexpected(found.error());
            if (!*found)
                continue;
            const auto good = crcHolds(**found, stop);
            if (!good)
                return tl::unexpected(good.error());
            if (*good)
                return from + i;
            m_wasted += (*found)->length + 4096;
        }
        from += places;
    }
    return m_end;
}

const char* parseChunkStart(ChunkEntry& entry, std::span<const std::byte> start)
{
    BinReader in(start);
    switch (entry.kind) {
    case ChunkKind::Orders:
        entry.firstTick = in.u64();
        entry.lastTick = entry.firstTick + FramesPerOrderBlock - 1;
        entry.count = in.u32();
        if (in.ok() && (entry.count > FramesPerOrderBlock || entry.firstTick % FramesPerOrderBlock != 0))
            return "a block of orders does not begin at a multiple of 256, or has more frames";
        break;
    case ChunkKind::Events:
        entry.firstTick = in.u64();
        entry.lastTick = in.u64();
        entry.count = in.u32();
        if (in.ok() && entry.firstTick > entry.lastTick)
            return "a block of events ends before it begins";
        break;
    case ChunkKind::Keyframe:
        entry.firstTick = entry.lastTick = in.u64();
        entry.count = 1;
        in.boolean();
        in.u32();
        break;
    case ChunkKind::Signatures:
        in.raw(32);
        entry.count = in.u32();
        break;
    case ChunkKind::Voice:
        break;
    }
    if (!in.ok())
        return "a chunk is too short for what it says it is";
    if (entry.lastTick > MaxTicks + FramesPerOrderBlock)
        return "a tick is later than any match lasts";
    return nullptr;
}

} // namespace ghostline::ironcurtain
