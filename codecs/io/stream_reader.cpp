// SPDX-License-Identifier: GPL-3.0-or-later
#include "codecs/io/stream_reader.h"

#include <algorithm>

namespace ghostline::io {

namespace {

constexpr std::size_t BufferBytes = std::size_t{256} << 10;
constexpr std::size_t PackedBytes = std::size_t{64} << 10;
static_assert(BufferBytes > 2 * StreamReader::MaxRun);

} // namespace

StreamReader::StreamReader(const model::ByteSource& source, const StreamPart& part, std::stop_token stop)
    : m_source(source), m_part(part), m_stop(std::move(stop)),
      m_size(part.packed ? part.unpacked : part.bytes), m_buffer(BufferBytes)
{
    if (!part.packed)
        return;
    auto unpacker = Decompressor::create(*part.packed, part.unpacked, part.offset, part.zstdWindowLog);
    if (unpacker)
        m_unpacker = std::move(*unpacker);
    else
        fail(std::move(unpacker.error()));
    m_packed.reserve(PackedBytes);
}

void StreamReader::fail(const QString& why)
{
    const std::uint64_t at = position() + (m_part.packed ? 0 : m_part.offset);
    model::Error error;
    error.message = (m_part.packed ? QStringLiteral("%1 at byte %2 of the unpacked data")
                                   : QStringLiteral("%1 at byte %2"))
                        .arg(why)
                        .arg(at);
    error.where.offset = at;
    fail(std::move(error));
}

void StreamReader::fail(model::Error error)
{
    if (m_error)
        return;
    m_error = std::move(error);
    m_forgotten += m_at; // the place of the failure stays, what is kept does not
    m_at = m_end = 0;
}

std::size_t StreamReader::load(std::span<std::byte> out)
{
    const std::uint64_t left = m_part.bytes - m_loaded;
    out = out.first(static_cast<std::size_t>(std::min<std::uint64_t>(left, out.size())));
    if (out.empty())
        return 0;
    auto got = m_source.read(m_part.offset + m_loaded, out, m_stop);
    if (!got) {
        fail(std::move(got.error()));
        return 0;
    }
    m_loaded += *got;
    return *got;
}

std::size_t StreamReader::unpack(std::span<std::byte> out)
{
    while (ok()) {
        if (m_packedAt == m_packed.size()) {
            m_packed.resize(PackedBytes);
            m_packed.resize(load(m_packed));
            m_packedAt = 0;
        }
        auto done = m_unpacker->advance(std::span(m_packed).subspan(m_packedAt), out);
        if (!done) {
            fail(std::move(done.error()));
            return 0;
        }
        m_packedAt += done->read;
        if (done->written > 0)
            return done->written;
        if (done->read > 0)
            continue;
        if (m_packedAt < m_packed.size()) {
            fail(QStringLiteral("the %1 data goes on in no way").arg(compressionName(*m_part.packed)));
            return 0;
        }
        if (m_loaded < m_part.bytes && !m_packed.empty())
            continue; // it waits for more
        if (auto ended = m_unpacker->finish(); !ended)
            fail(std::move(ended.error()));
        return 0;
    }
    return 0;
}

std::size_t StreamReader::produce(std::span<std::byte> out)
{
    if (m_stop.stop_requested())
        fail(model::Error(model::cancelled().value()));
    if (!ok())
        return 0;
    return m_unpacker ? unpack(out) : load(out);
}

bool StreamReader::more()
{
    if (m_at > 0) {
        std::copy(m_buffer.begin() + static_cast<std::ptrdiff_t>(m_at),
                  m_buffer.begin() + static_cast<std::ptrdiff_t>(m_end), m_buffer.begin());
        m_forgotten += m_at;
        m_end -= m_at;
        m_at = 0;
    }
    const std::size_t got = produce(std::span(m_buffer).subspan(m_end));
    if (!ok())
        return false;
    m_end += got;
    return got > 0;
}

bool StreamReader::fetch(std::size_t count)
{
    while (m_end - m_at < count) {
        if (!ok())
            return false;
        if (!more()) {
            fail(QStringLiteral("the data ends, where %1 bytes more are expected,")
                     .arg(count - (m_end - m_at)));
            return false;
        }
    }
    return true;
}

bool StreamReader::atEnd() { return ok() && m_at == m_end && !more() && ok(); }

std::uint8_t StreamReader::peek()
{
    if (m_at == m_end && (!ok() || !more()))
        return 0;
    return std::to_integer<std::uint8_t>(m_buffer[m_at]);
}

std::int32_t StreamReader::moreOfVarInt(std::uint8_t first)
{
    std::uint32_t value = first & 0x7FU;
    for (unsigned shift = 7; shift < 35; shift += 7) {
        const std::uint8_t byte = u8();
        value |= static_cast<std::uint32_t>(byte & 0x7FU) << shift;
        if (byte < 0x80)
            return ok() ? static_cast<std::int32_t>(value) : 0;
    }
    fail(QStringLiteral("a number of more than five bytes"));
    return 0;
}

std::span<const std::byte> StreamReader::bytes(std::size_t count)
{
    if (count > MaxRun)
        fail(QStringLiteral("%1 bytes are more than are read at once").arg(count));
    if (!ok() || (m_end - m_at < count && !fetch(count)))
        return {};
    const std::size_t from = m_at;
    m_at += count;
    return std::span(m_buffer).subspan(from, count);
}

bool StreamReader::skip(std::uint64_t count)
{
    if (count > remaining())
        fail(QStringLiteral("%1 bytes are promised where %2 are left").arg(count).arg(remaining()));
    while (ok() && count > m_end - m_at) {
        count -= m_end - m_at;
        m_at = m_end;
        if (!more() && ok())
            fail(QStringLiteral("the data ends, where %1 bytes more are expected,").arg(count));
    }
    if (!ok())
        return false;
    m_at += static_cast<std::size_t>(count);
    return true;
}

} // namespace ghostline::io
