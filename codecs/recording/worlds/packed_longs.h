// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// Numbers of a few bits each in big-endian longs, the first in the lowest bits: how worlds hold their blocks.
#include <cstddef>
#include <cstdint>
#include <span>

namespace ghostline::recording {

enum class Packing {
    Padded, ///< whole numbers in each long, what is left of it unused
    Tight   ///< one stream of bits: a number may begin in one long and end in the next
};

/// How many longs `count` numbers of `bits` take; 0 bits take none.
std::size_t packedLongs(std::size_t count, int bits, Packing packing);

/// Unpacks big-endian longs (8 bytes each) into out; false when there are too few or `bits` is not 1 to 16.
/// Longs behind the last number are not looked at.
bool unpackNumbers(std::span<const std::byte> bigEndianLongs, int bits, Packing packing,
                   std::span<std::uint16_t> out);

/// Bits that tell the entries of a palette apart, no fewer than `least`.
int bitsFor(std::size_t paletteSize, int least);

} // namespace ghostline::recording
