// SPDX-License-Identifier: GPL-3.0-or-later
#include "codecs/recording/worlds/packed_longs.h"

#include "codecs/io/byte_cursor.h"

#include <algorithm>
#include <bit>

namespace ghostline::recording {

namespace {

constexpr std::size_t LongBits = 64;
constexpr std::size_t LongBytes = 8;
constexpr int MostBits = 16;

} // namespace

std::size_t packedLongs(std::size_t count, int bits, Packing packing)
{
    const auto each = static_cast<std::size_t>(std::clamp(bits, 1, 32));
    if (packing == Packing::Tight)
        return (count * each + LongBits - 1) / LongBits;
    const std::size_t inOne = LongBits / each;
    return (count + inOne - 1) / inOne;
}

bool unpackNumbers(std::span<const std::byte> bigEndianLongs, int bits, Packing packing,
                   std::span<std::uint16_t> out)
{
    if (bits < 1 || bits > MostBits ||
        bigEndianLongs.size() / LongBytes < packedLongs(out.size(), bits, packing))
        return false;
    const auto each = static_cast<std::size_t>(bits);
    const std::uint64_t mask = (std::uint64_t{1} << each) - 1;
    const auto word = [&](std::size_t i) {
        return io::loadBe<std::uint64_t>(bigEndianLongs.data() + i * LongBytes);
    };
    if (packing == Packing::Padded) {
        const std::size_t inOne = LongBits / each;
        for (std::size_t i = 0, at = 0; i < out.size(); ++at) {
            std::uint64_t numbers = word(at);
            for (const std::size_t end = std::min(out.size(), i + inOne); i < end; ++i, numbers >>= each)
                out[i] = static_cast<std::uint16_t>(numbers & mask);
        }
        return true;
    }
    std::size_t bit = 0;
    for (std::uint16_t& number : out) {
        const std::size_t at = bit / LongBits;
        const std::size_t shift = bit % LongBits;
        std::uint64_t value = word(at) >> shift;
        if (shift + each > LongBits)
            value |= word(at + 1) << (LongBits - shift);
        number = static_cast<std::uint16_t>(value & mask);
        bit += each;
    }
    return true;
}

int bitsFor(std::size_t paletteSize, int least)
{
    const int needed = paletteSize > 1 ? static_cast<int>(std::bit_width(paletteSize - 1)) : 0;
    return std::max(needed, least);
}

} // namespace ghostline::recording
