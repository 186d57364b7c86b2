// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// Bytes to be read back.
#include <random>

namespace ghostline::test {

using namespace ghostline::io;

inline std::vector<std::byte> bytesOf(std::initializer_list<unsigned> values)
{
    std::vector<std::byte> out;
    for (const unsigned v : values)
        out.push_back(static_cast<std::byte>(v));
    return out;
}

/// Half pattern, half noise: compressible, but not to nothing.
inline std::vector<std::byte> sampleBytes(std::size_t size)
{
    std::mt19937 random(7);
    std::vector<std::byte> out(size);
    for (std::size_t i = 0; i < size; ++i)
        out[i] = static_cast<std::byte>(i % 512 < 384 ? i % 17 : random() & 0xFFU);
    return out;
}

} // namespace ghostline::test
