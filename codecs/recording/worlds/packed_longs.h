// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// Numbers of a few bits each in big-endian longs, the first in the lowest bits: docs/formats/worlds.md.
#include <cstddef>
#include <cstdint>
#include <span>

namespace ghostline::recording {

enum class Packing {
    Padded, ///< whole numbers a long, the upper rest unused
    Tight   ///< one stream: a number may begin in one long and end in the next
};

/// How many longs hold `count` numbers of `bits` (1 to 32).
std::size_t packedLongs(std::size_t count, int bits, Packing packing);
/// Fills `out`; false where there are fewer longs than it takes, or `bits` is not 1 to 16.
bool unpackNumbers(std::span<const std::byte> bigEndianLongs, int bits, Packing packing,
                   std::span<std::uint16_t> out);
/// Bits of an index into a palette, `least` at the least.
int bitsFor(std::size_t paletteSize, int least);

} // namespace ghostline::recording
