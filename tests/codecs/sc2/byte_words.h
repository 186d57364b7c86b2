// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// Words of a file in memory, to be changed by hand.
#include "codecs/io/byte_cursor.h"

#include <vector>

namespace ghostline::test {

using Bytes = std::vector<std::byte>;

inline std::uint32_t word(const Bytes& file, std::size_t at)
{
    return io::loadLe<std::uint32_t>(file.data() + at);
}

inline void setWord(Bytes& file, std::size_t at, std::uint32_t value)
{
    for (std::size_t i = 0; i < 4; ++i)
        file[at + i] = static_cast<std::byte>(value >> (8 * i));
}

} // namespace ghostline::test
