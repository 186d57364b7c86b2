// SPDX-License-Identifier: GPL-3.0-or-later
#include "codecs/recording/worlds/packed_longs.h"

#include <QtEndian>

#include <algorithm>
#include <bit>

namespace ghostline::recording {

namespace {

constexpr int LongBits = 64;
constexpr std::size_t LongBytes = 8;
constexpr int MostBits = 16; ///< what a number of the result holds

void unpackPadded(const std::byte* from, int bits, std::span<std::uint16_t> out)
{
    const auto perLong = static_cast<std::size_t>(LongBits / bits);
    const std::uint64_t mask = (std::uint64_t{1} << bits) - 1;
    for (std::size_t first = 0; first < out.size(); first += perLong, from += LongBytes) {
        std::uint64_t value = qFromBigEndian<quint64>(from);
        for (std::uint16_t& number : out.subspan(first, std::min(perLong, out.size() - first))) {
            number = static_cast<std::uint16_t>(value & mask);
            value >>= bits;
        }
    }
}

void unpackTight(const std::byte* from, int bits, std::span<std::uint16_t> out)
{
    const std::uint64_t mask = (std::uint64_t{1} << bits) - 1;
    std::uint64_t value = 0;
    int left = 0; ///< bits of `value` not used so far
    for (std::uint16_t& number : out) {
        std::uint64_t whole = value;
        if (left < bits) {
            const std::uint64_t next = qFromBigEndian<quint64>(from);
            from += LongBytes;
            whole |= next << left;
            const int taken = bits - left;
            value = next >> taken;
            left = LongBits - taken;
        } else {
            value >>= bits;
            left -= bits;
        }
        number = static_cast<std::uint16_t>(whole & mask);
    }
}

} // namespace

std::size_t packedLongs(std::size_t count, int bits, Packing packing)
{
    if (bits <= 0 || bits > LongBits || count == 0)
        return 0;
    const auto width = static_cast<std::size_t>(bits);
    if (packing == Packing::Padded) {
        const std::size_t perLong = LongBits / width;
        return (count - 1) / perLong + 1;
    }
    // In two steps, because count * bits may be more than a number holds.
    const std::size_t whole = count / LongBits * width;
    const std::size_t rest = count % LongBits * width;
    return whole + (rest + LongBits - 1) / LongBits;
}

bool unpackNumbers(std::span<const std::byte> bigEndianLongs, int bits, Packing packing,
                   std::span<std::uint16_t> out)
{
    if (bits < 1 || bits > MostBits)
        return false;
    if (bigEndianLongs.size() / LongBytes < packedLongs(out.size(), bits, packing))
        return false;
    if (packing == Packing::Padded)
        unpackPadded(bigEndianLongs.data(), bits, out);
    else
        unpackTight(bigEndianLongs.data(), bits, out);
    return true;
}

int bitsFor(std::size_t paletteSize, int least)
{
    const int bits = paletteSize > 1 ? static_cast<int>(std::bit_width(paletteSize - 1)) : 0;
    return std::max(bits, least);
}

} // namespace ghostline::recording
