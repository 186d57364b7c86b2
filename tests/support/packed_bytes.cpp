// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/support/packed_bytes.h"

#include <zlib.h>
#include <zstd.h>

namespace ghostline::test {

namespace {

constexpr int PackedLevel = 6;     // zlib's own
constexpr int PackedZstdLevel = 3; // zstd's own
constexpr int PackedMemory = 8;
constexpr int GzipHead = 16; // added to the window

} // namespace

std::vector<std::byte> deflatedBytes(std::span<const std::byte> plain, int windowBits)
{
    z_stream stream{};
    if (deflateInit2(&stream, PackedLevel, Z_DEFLATED, windowBits, PackedMemory, Z_DEFAULT_STRATEGY) != Z_OK)
        return {};
    constexpr uLong Heads = 64;
    std::vector<std::byte> out(deflateBound(&stream, static_cast<uLong>(plain.size())) + Heads);
    stream.next_in = reinterpret_cast<Bytef*>(const_cast<std::byte*>(plain.data()));
    stream.avail_in = static_cast<uInt>(plain.size());
    stream.next_out = reinterpret_cast<Bytef*>(out.data());
    stream.avail_out = static_cast<uInt>(out.size());
    (void)deflate(&stream, Z_FINISH);
    out.resize(stream.total_out);
    deflateEnd(&stream);
    return out;
}

std::vector<std::byte> gzipOf(std::span<const std::byte> plain)
{
    return deflatedBytes(plain, MAX_WBITS + GzipHead);
}

std::vector<std::byte> zlibOf(std::span<const std::byte> plain) { return deflatedBytes(plain, MAX_WBITS); }

std::vector<std::byte> zstdOf(std::span<const std::byte> plain)
{
    std::vector<std::byte> out(ZSTD_compressBound(plain.size()));
    out.resize(ZSTD_compress(out.data(), out.size(), plain.data(), plain.size(), PackedZstdLevel));
    return out;
}

} // namespace ghostline::test
