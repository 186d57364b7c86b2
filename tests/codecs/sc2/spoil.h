// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// Bytes changed at random, the same in every run.
#include "codecs/io/sample_random.h"

#include <cstddef>
#include <vector>

namespace ghostline::test {

/// Flips or overwrites one to three bytes.
inline void spoil(std::vector<std::byte>& bytes, io::Random& random)
{
    if (bytes.empty())
        return;
    const int times = 1 + random.below(3);
    for (int i = 0; i < times; ++i) {
        const auto at = static_cast<std::size_t>(random.below(static_cast<int>(bytes.size())));
        const int how = random.below(3);
        const auto value = static_cast<std::byte>(random.next());
        if (how == 0)
            bytes[at] ^= static_cast<std::byte>(1U << (std::to_integer<unsigned>(value) % 8));
        else
            bytes[at] = how == 1 ? value : std::byte{0xFF};
    }
}

} // namespace ghostline::test
