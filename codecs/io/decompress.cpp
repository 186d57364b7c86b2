// SPDX-License-Identifier: GPL-3.0-or-later
// The three libraries behind one step function.
#include "codecs/io/decompress.h"

#include <algorithm>
#include <array>
#include <lz4frame.h>
#include <zlib.h>
#include <zstd.h>

namespace ghostline::io {

using model::ErrorCode;
using model::Result;

namespace {

constexpr std::size_t OutBlock = std::size_t{64} << 10;

class ZstdDecompressor final : public Decompressor
{
public:
    ZstdDecompressor(std::uint64_t cap, std::uint64_t base, int windowLog)
        : Decompressor(Compression::Zstd, cap, base), m_context(ZSTD_createDCtx(), &ZSTD_freeDCtx)
    {
        if (m_context)
            ZSTD_DCtx_setParameter(m_context.get(), ZSTD_d_windowLogMax, windowLog);
    }
    bool valid() const { return m_context != nullptr; }

private:
    Step step(std::span<const std::byte> in, std::span<std::byte> out) override
    {
        ZSTD_inBuffer from{in.data(), in.size(), 0};
        ZSTD_outBuffer to{out.data(), out.size(), 0};
        const std::size_t left = ZSTD_decompressStream(m_context.get(), &to, &from);
        if (ZSTD_isError(left) != 0)
            return {from.pos, to.pos, false, QLatin1String(ZSTD_getErrorName(left))};
        return {from.pos, to.pos, left == 0, {}};
    }
    std::unique_ptr<ZSTD_DCtx, decltype(&ZSTD_freeDCtx)> m_context;
};

class ZlibDecompressor final : public Decompressor
{
public:
    ZlibDecompressor(Compression kind, std::uint64_t cap, std::uint64_t base) : Decompressor(kind, cap, base)
    {
        const int window = kind == Compression::Gzip   ? 16 + MAX_WBITS
                           : kind == Compression::Zlib ? MAX_WBITS
                                                       : -MAX_WBITS;
        m_valid = inflateInit2(&m_stream, window) == Z_OK;
    }
    ~ZlibDecompressor() override
    {
        if (m_valid)
            inflateEnd(&m_stream);
    }
    ZlibDecompressor(const ZlibDecompressor&) = delete;
    ZlibDecompressor& operator=(const ZlibDecompressor&) = delete;
    bool valid() const { return m_valid; }

private:
    Step step(std::span<const std::byte> in, std::span<std::byte> out) override
    {
        // zlib counts in 32 bits and never writes through next_in.
        constexpr std::size_t most = std::size_t{1} << 30;
        const std::size_t offered = std::min(in.size(), most);
        m_stream.next_in = reinterpret_cast<Bytef*>(const_cast<std::byte*>(in.data()));
        m_stream.avail_in = static_cast<uInt>(offered);
        m_stream.next_out = reinterpret_cast<Bytef*>(out.data());
        m_stream.avail_out = static_cast<uInt>(std::min(out.size(), most));
        const uInt room = m_stream.avail_out;
        const int code = inflate(&m_stream, Z_NO_FLUSH);
        Step done{offered - m_stream.avail_in, room - m_stream.avail_out, code == Z_STREAM_END, {}};
        if (code == Z_STREAM_END)
            inflateReset(&m_stream);
        else if (code != Z_OK && code != Z_BUF_ERROR)
            done.error = m_stream.msg != nullptr ? QString(QLatin1String(m_stream.msg))
                                                 : QStringLiteral("zlib error %1").arg(code);
        return done;
    }
    z_stream m_stream{};
    bool m_valid = false;
};

class Lz4Decompressor final : public Decompressor
{
public:
    Lz4Decompressor(std::uint64_t cap, std::uint64_t base) : Decompressor(Compression::Lz4Frame, cap, base)
    {
        m_valid = LZ4F_isError(LZ4F_createDecompressionContext(&m_context, LZ4F_VERSION)) == 0;
    }
    ~Lz4Decompressor() override
    {
        if (m_valid)
            LZ4F_freeDecompressionContext(m_context);
    }
    Lz4Decompressor(const Lz4Decompressor&) = delete;
    Lz4Decompressor& operator=(const Lz4Decompressor&) = delete;
    bool valid() const { return m_valid; }

private:
    Step step(std::span<const std::byte> in, std::span<std::byte> out) override
    {
        std::size_t read = in.size();
        std::size_t written = out.size();
        const std::size_t hint = LZ4F_decompress(m_context, out.data(), &written, in.data(), &read, nullptr);
        if (LZ4F_isError(hint) != 0)
            return {0, 0, false, QLatin1String(LZ4F_getErrorName(hint))};
        return {read, written, hint == 0, {}};
    }
    LZ4F_dctx* m_context = nullptr;
    bool m_valid = false;
};

template<typename T>
Result<std::unique_ptr<Decompressor>> checked(std::unique_ptr<T> made)
{
    if (!made->valid())
        return model::fail(ErrorCode::LimitExceeded, QStringLiteral("there is no memory to decompress with"));
    return made;
}

} // namespace

std::optional<Compression> detectCompression(std::span<const std::byte> start)
{
    const auto begins = [start](std::initializer_list<unsigned> mark) {
        return start.size() >= mark.size() &&
               std::equal(mark.begin(), mark.end(), start.begin(),
                          [](unsigned a, std::byte b) { return a == std::to_integer<unsigned>(b); });
    };
    if (begins({0x28, 0xB5, 0x2F, 0xFD}))
        return Compression::Zstd;
    if (begins({0x1F, 0x8B}))
        return Compression::Gzip;
    if (begins({0x04, 0x22, 0x4D, 0x18}))
        return Compression::Lz4Frame;
    // A zlib header is two bytes divisible by 31 whose first says "deflate, window of at most 32 KiB".
    if (start.size() >= 2) {
        const auto first = std::to_integer<unsigned>(start[0]);
        const auto second = std::to_integer<unsigned>(start[1]);
        if ((first & 0x0FU) == 8 && first >> 4 <= 7 && (first * 256 + second) % 31 == 0)
            return Compression::Zlib;
    }
    return std::nullopt;
}

QString compressionName(Compression kind)
{
    static const std::array names{"zstd", "zlib", "gzip", "deflate", "LZ4"};
    return QLatin1String(names[static_cast<std::size_t>(kind)]);
}

Result<std::unique_ptr<Decompressor>> Decompressor::create(Compression kind, std::uint64_t cap,
                                                           std::uint64_t base, int zstdWindowLog)
{
    switch (kind) {
    case Compression::Zstd:
        return checked(std::make_unique<ZstdDecompressor>(cap, base, zstdWindowLog));
    case Compression::Lz4Frame:
        return checked(std::make_unique<Lz4Decompressor>(cap, base));
    default:
        return checked(std::make_unique<ZlibDecompressor>(kind, cap, base));
    }
}

Result<Decompressor::Step> Decompressor::advance(std::span<const std::byte> in, std::span<std::byte> out)
{
    const bool single = m_kind == Compression::Zlib || m_kind == Compression::Deflate;
    if (single && m_between && m_consumed > 0 && !in.empty()) {
        return model::fail(ErrorCode::Damaged,
                           QStringLiteral("%1 bytes follow the end of the %2 data at byte %3")
                               .arg(in.size())
                               .arg(compressionName(m_kind))
                               .arg(m_base + m_consumed),
                           {m_base + m_consumed, {}, {}});
    }
    if (in.empty() && m_between)
        return Step{};
    Step done = step(in, out);
    m_consumed += done.read;
    if (!done.error.isEmpty()) {
        return model::fail(ErrorCode::Damaged,
                           QStringLiteral("the %1 data is damaged at byte %2: %3")
                               .arg(compressionName(m_kind))
                               .arg(m_base + m_consumed)
                               .arg(done.error),
                           {m_base + m_consumed, {}, {}});
    }
    if (done.written > m_cap - m_produced) {
        return model::fail(ErrorCode::LimitExceeded,
                           QStringLiteral("the %1 data at byte %2 unpacks to more than %3 bytes")
                               .arg(compressionName(m_kind))
                               .arg(m_base)
                               .arg(m_cap),
                           {m_base, {}, {}});
    }
    m_produced += done.written;
    if (done.read > 0 || done.written > 0 || done.frameEnd)
        m_between = done.frameEnd;
    return done;
}

Result<void> Decompressor::feed(std::span<const std::byte> in, std::vector<std::byte>& out, bool one)
{
    std::array<std::byte, OutBlock> block{};
    while (true) {
        const auto done = advance(in, block);
        if (!done)
            return tl::unexpected(done.error());
        out.insert(out.end(), block.begin(), block.begin() + static_cast<std::ptrdiff_t>(done->written));
        in = in.subspan(done->read);
        if (one && done->frameEnd)
            return {};
        if (in.empty() && done->written < block.size())
            return {};
        if (done->read == 0 && done->written == 0 && !done->frameEnd)
            return {}; // it waits for more
    }
}

Result<void> Decompressor::finish() const
{
    if (m_between && m_consumed > 0)
        return {};
    return model::fail(ErrorCode::Damaged,
                       QStringLiteral("the %1 data is cut short at byte %2")
                           .arg(compressionName(m_kind))
                           .arg(m_base + m_consumed),
                       {m_base + m_consumed, {}, {}});
}

Result<std::vector<std::byte>> decompress(Compression kind, std::span<const std::byte> in, std::uint64_t cap,
                                          std::uint64_t base)
{
    auto stream = Decompressor::create(kind, cap, base);
    if (!stream)
        return tl::unexpected(stream.error());
    std::vector<std::byte> out;
    if (auto fed = (*stream)->feed(in, out); !fed)
        return tl::unexpected(fed.error());
    if (auto ended = (*stream)->finish(); !ended)
        return tl::unexpected(ended.error());
    return out;
}

} // namespace ghostline::io
