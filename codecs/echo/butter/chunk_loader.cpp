// SPDX-License-Identifier: GPL-3.0-or-later
#include "codecs/echo/butter/chunk_loader.h"

#include "codecs/io/decompress.h"

#include <algorithm>

namespace ghostline::echo::butter {

using model::ErrorCode;
using model::Result;

namespace {

constexpr std::size_t KeyTimeEnd = 10; ///< magic and time

std::uint64_t chunkCap(const Header& header)
{
    const auto frames = static_cast<std::uint64_t>(header.keyframeInterval);
    return std::clamp(frames * limits::FrameBytes, limits::SmallestChunkCap, limits::LargestChunkCap);
}

} // namespace

std::optional<std::int64_t> LoadedChunk::keyTime() const
{
    if (chunk.size < KeyTimeEnd)
        return std::nullopt;
    const auto time = io::loadLe<std::int64_t>(chunk.bytes.data() + sizeof(KeyframeMagic));
    const bool key = io::loadLe<std::uint16_t>(chunk.bytes.data()) == KeyframeMagic;
    return key && time >= limits::FirstTime && time <= limits::LastTime ? std::optional(time) : std::nullopt;
}

ChunkLoader::ChunkLoader(std::shared_ptr<model::ByteSource> bytes, Header header, ChunkTable table)
    : m_bytes(std::move(bytes)), m_header(std::move(header)), m_table(std::move(table))
{
}

std::size_t ChunkLoader::next(std::size_t number) const
{
    while (number < m_table.chunks.size() && m_table.chunks[number].size == 0)
        ++number;
    return number;
}

Result<void> ChunkLoader::load(std::size_t number, LoadedChunk& out, const std::stop_token& stop) const
{
    const auto [offset, size] = m_table.chunks[number];
    out.number = number;
    out.damage.reset();
    std::vector<std::byte>& bytes = out.chunk.bytes;
    bytes.clear();
    const std::uint64_t left = std::max(m_bytes->size(), offset) - offset;
    const auto there = static_cast<std::size_t>(std::min<std::uint64_t>(size, left));
    const auto damaged = [&](ErrorCode code, const QString& what) {
        out.damage = model::Error{code, what, {offset, {}, static_cast<std::int64_t>(number)}, {}, {}};
    };
    if (there > limits::ChunkPackedBytes) {
        damaged(ErrorCode::LimitExceeded,
                QStringLiteral("chunk %1 at byte %2 has %3 bytes, more than the %4 that are read")
                    .arg(number)
                    .arg(offset)
                    .arg(size)
                    .arg(limits::ChunkPackedBytes));
    } else {
        std::vector<std::byte> packed(there + (m_header.packing == Packing::None ? Padding : 0));
        const auto got = m_bytes->read(offset, std::span(packed).first(there), stop);
        if (!got)
            return tl::unexpected(got.error());
        if (*got < size)
            damaged(ErrorCode::Damaged,
                    QStringLiteral("chunk %1 at byte %2 is cut short: %3 of its %4 bytes are there")
                        .arg(number)
                        .arg(offset)
                        .arg(*got)
                        .arg(size));
        if (m_header.packing == Packing::None) {
            bytes.swap(packed);
            out.chunk.size = *got;
            return {};
        }
        const auto kind = m_header.packing == Packing::Gzip ? io::Compression::Gzip : io::Compression::Zstd;
        auto stream = io::Decompressor::create(kind, chunkCap(m_header), offset);
        if (!stream)
            return tl::unexpected(stream.error());
        auto done = (*stream)->feed(std::span(packed).first(*got), bytes);
        if (done)
            done = (*stream)->finish();
        if (!done && !out.damage)
            damaged(done.error().code, QStringLiteral("chunk %1: %2").arg(number).arg(done.error().message));
    }
    out.chunk.size = bytes.size();
    bytes.resize(bytes.size() + Padding);
    return {};
}

Result<bool> ChunksInOrder::advance(const std::stop_token& stop)
{
    if (m_next >= m_loader.count())
        return false;
    if (m_any)
        m_now = 1 - m_now;
    else if (auto done = m_loader.load(m_next, m_loaded[m_now], stop); !done)
        return tl::unexpected(done.error());
    m_any = true;
    m_next = m_loader.next(m_next + 1);
    m_nextKeyTime.reset();
    if (m_next < m_loader.count()) {
        LoadedChunk& ahead = m_loaded[1 - m_now];
        if (auto done = m_loader.load(m_next, ahead, stop); !done)
            return tl::unexpected(done.error());
        m_nextKeyTime = ahead.keyTime();
    }
    return true;
}

} // namespace ghostline::echo::butter
