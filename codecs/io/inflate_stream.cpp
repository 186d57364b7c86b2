// SPDX-License-Identifier: GPL-3.0-or-later
// zlib stepped block by block, and the two kinds of places to go on from.
#include "codecs/io/inflate_stream.h"

#include <algorithm>
#include <array>
#include <lz4.h>

namespace ghostline::io {

using model::ErrorCode;
using model::Result;

namespace {

constexpr std::size_t InBytes = std::size_t{64} << 10;
constexpr std::size_t WindowBytes = std::size_t{32} << 10;
/// zlib's own state with its window, roughly.
constexpr std::size_t StateBytes = std::size_t{44} << 10;

Bytef* zlibBytes(const std::byte* bytes)
{
    return reinterpret_cast<Bytef*>(const_cast<std::byte*>(bytes)); // zlib never writes through next_in
}

} // namespace

std::size_t InflateCheckpoint::bytes() const
{
    return sizeof *this + window.capacity() + (state ? StateBytes : 0);
}

InflateStream::InflateStream(const model::ByteSource& source, std::uint64_t offset, std::uint64_t size)
    : m_source(source), m_offset(offset), m_size(size)
{
}

InflateStream::~InflateStream()
{
    if (m_open)
        inflateEnd(&m_zlib);
}

bool InflateStream::start()
{
    m_open = inflateInit2(&m_zlib, -MAX_WBITS) == Z_OK;
    return m_open;
}

bool InflateStream::start(const InflateCheckpoint& from)
{
    if (from.state)
        return from.state->copyState(*this);
    if (!start())
        return false;
    m_produced = from.produced;
    m_nextIn = from.consumed;
    if (from.bits > 0 && inflatePrime(&m_zlib, from.bits, from.bitValue) != Z_OK)
        return false;
    if (from.windowBytes == 0)
        return true;
    std::array<char, WindowBytes> window;
    const int size = LZ4_decompress_safe(reinterpret_cast<const char*>(from.window.data()), window.data(),
                                         static_cast<int>(from.window.size()), WindowBytes);
    return size >= 0 && static_cast<std::uint32_t>(size) == from.windowBytes &&
           inflateSetDictionary(&m_zlib, reinterpret_cast<const Bytef*>(window.data()), from.windowBytes) ==
               Z_OK;
}

bool InflateStream::copyState(InflateStream& to)
{
    if (inflateCopy(&to.m_zlib, &m_zlib) != Z_OK)
        return false;
    to.m_open = true;
    to.m_zlib.next_in = nullptr;
    to.m_zlib.avail_in = 0;
    to.m_nextIn = consumed();
    to.m_produced = m_produced;
    return true;
}

Result<void> InflateStream::fill(const std::stop_token& stop)
{
    if (m_in.empty())
        m_in.resize(InBytes);
    const std::uint64_t left = m_size - m_nextIn;
    const auto wanted = static_cast<std::size_t>(std::min<std::uint64_t>(left, m_in.size()));
    auto got = m_source.read(m_offset + m_nextIn, std::span(m_in).first(wanted), stop);
    if (!got)
        return tl::unexpected(std::move(got.error()));
    m_lastFill = m_nextIn;
    m_nextIn += *got;
    m_zlib.next_in = zlibBytes(m_in.data());
    m_zlib.avail_in = static_cast<uInt>(*got);
    return {};
}

Result<std::size_t> InflateStream::step(std::span<std::byte> out, Until until, const std::stop_token& stop)
{
    std::size_t done = 0;
    while (!m_ended && done < out.size()) {
        if (stop.stop_requested())
            return model::cancelled();
        if (m_zlib.avail_in == 0) {
            if (auto filled = fill(stop); !filled)
                return tl::unexpected(std::move(filled.error()));
        }
        const auto room = static_cast<uInt>(std::min(out.size() - done, std::size_t{1} << 30));
        m_zlib.next_out = zlibBytes(out.data() + done);
        m_zlib.avail_out = room;
        const int code = inflate(&m_zlib, until == Until::BlockEnd ? Z_BLOCK : Z_NO_FLUSH);
        done += room - m_zlib.avail_out;
        m_produced += room - m_zlib.avail_out;
        m_ended = code == Z_STREAM_END;
        // Nothing came, nothing went: without more packed bytes there is no going on.
        if (code == Z_BUF_ERROR && m_zlib.avail_in == 0 && m_nextIn == m_lastFill) {
            const std::uint64_t end = m_offset + m_nextIn;
            return model::fail(ErrorCode::Damaged,
                               QStringLiteral("the packed data is cut short at byte %1").arg(end),
                               {end, {}, {}});
        }
        if (code != Z_OK && code != Z_STREAM_END && code != Z_BUF_ERROR) {
            const std::uint64_t at = m_offset + consumed();
            return model::fail(
                ErrorCode::Damaged,
                QStringLiteral("the packed data is damaged at byte %1: %2")
                    .arg(at)
                    .arg(QLatin1String(m_zlib.msg != nullptr ? m_zlib.msg : "no reason given")),
                {at, {}, {}});
        }
        if (until == Until::BlockEnd && (m_zlib.data_type & 128) != 0)
            break;
    }
    return done;
}

std::shared_ptr<const InflateCheckpoint> InflateStream::checkpoint()
{
    auto point = std::make_shared<InflateCheckpoint>();
    point->produced = m_produced;
    point->consumed = consumed();
    if (!atBlockEnd()) {
        point->state = std::make_unique<InflateStream>(m_source, m_offset, m_size);
        return copyState(*point->state) ? point : nullptr;
    }
    point->bits = m_zlib.data_type & 7;
    // The byte with the left-over bits was the last one taken; it lies in front of next_in.
    if (point->bits > 0) {
        if (m_zlib.next_in == nullptr || zlibBytes(m_in.data()) == m_zlib.next_in)
            return nullptr;
        point->bitValue = m_zlib.next_in[-1] >> (8 - point->bits);
    }
    std::array<Bytef, WindowBytes> window;
    uInt size = 0;
    if (inflateGetDictionary(&m_zlib, window.data(), &size) != Z_OK)
        return nullptr;
    point->windowBytes = size;
    std::array<char, LZ4_COMPRESSBOUND(WindowBytes)> packed;
    const int packedSize = LZ4_compress_default(reinterpret_cast<const char*>(window.data()), packed.data(),
                                                static_cast<int>(size), static_cast<int>(packed.size()));
    const auto* const first = reinterpret_cast<const std::byte*>(packed.data());
    point->window.assign(first, first + packedSize);
    return point;
}

} // namespace ghostline::io
