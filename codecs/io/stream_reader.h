// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// Numbers and byte runs from a stream, packed or not, that is read once from front to back: what is behind
// is forgotten, so that memory does not depend on how much comes out.
#include "codecs/io/byte_cursor.h"
#include "codecs/io/decompress.h"

namespace ghostline::io {

/// A stretch of a source that is read as one stream.
struct StreamPart
{
    std::uint64_t offset = 0; ///< of its first byte in the source
    std::uint64_t bytes = 0;  ///< in the source
    std::optional<Compression> packed{};
    std::uint64_t unpacked = 0; ///< the most that may come out of `packed`
    int zstdWindowLog = Decompressor::MaxZstdWindowLog;
};

/// Failure is sticky as that of ByteCursor: 0, nothing, and error() names the first one.
class StreamReader
{
public:
    /// The most that bytes() gives at once.
    static constexpr std::size_t MaxRun = std::size_t{64} << 10;

    /// `source` must outlive it. Reading stops with Cancelled when `stop` asks for it.
    StreamReader(const model::ByteSource& source, const StreamPart& part, std::stop_token stop = {});

    bool ok() const { return !m_error; }
    const model::Error& error() const { return *m_error; }
    /// Damaged, with the offset: in the file, of packed data in what comes out.
    void fail(const QString& why);
    void fail(model::Error error);

    std::uint64_t position() const { return m_forgotten + m_at; } ///< since the front, unpacked
    /// No more than this can follow; of packed data, as far as it may.
    std::uint64_t remaining() const { return m_size - position(); }
    /// Nothing follows and the packed data has its end. What follows it damaged is a failure.
    bool atEnd();

    std::uint8_t u8()
    {
        if (m_at == m_end && !fetch(1)) [[unlikely]]
            return 0;
        return std::to_integer<std::uint8_t>(m_buffer[m_at++]);
    }
    /// The next byte, which stays; 0 at the end.
    std::uint8_t peek();
    template<Scalar T>
    T be()
    {
        if (m_end - m_at < sizeof(T) && !fetch(sizeof(T)))
            return T{};
        const T value = loadBe<T>(m_buffer.data() + m_at);
        m_at += sizeof(T);
        return value;
    }
    /// Minecraft's: at most five bytes.
    std::int32_t varInt()
    {
        const std::uint8_t first = u8();
        return first < 0x80 ? first : moreOfVarInt(first);
    }
    /// The next `count` bytes, valid until the next read; empty after a failure or for more than MaxRun.
    std::span<const std::byte> bytes(std::size_t count);
    std::string_view text(std::size_t count)
    {
        const auto run = bytes(count);
        return {reinterpret_cast<const char*>(run.data()), run.size()};
    }
    bool skip(std::uint64_t count);

private:
    std::int32_t moreOfVarInt(std::uint8_t first);
    bool fetch(std::size_t count);
    bool more();
    std::size_t produce(std::span<std::byte> out);
    std::size_t unpack(std::span<std::byte> out);
    std::size_t load(std::span<std::byte> out);

    const model::ByteSource& m_source;
    StreamPart m_part;
    std::stop_token m_stop;
    std::uint64_t m_size;       ///< of all that may come out
    std::uint64_t m_loaded = 0; ///< bytes of the source
    std::unique_ptr<Decompressor> m_unpacker;
    std::vector<std::byte> m_packed;
    std::size_t m_packedAt = 0;
    std::vector<std::byte> m_buffer;
    std::size_t m_at = 0;
    std::size_t m_end = 0;
    std::uint64_t m_forgotten = 0; ///< bytes before those in the buffer
    std::optional<model::Error> m_error;
};

} // namespace ghostline::io
