// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// Bytes packed by the libraries themselves, for readers that unpack them. Compiled into the drivers that
// link zlib and zstd.
#include <cstddef>
#include <span>
#include <vector>

namespace ghostline::test {

/// As zlib's `windowBits` says: 15 = zlib, 15 + 16 = gzip, -15 = neither head nor end. Empty = it failed.
std::vector<std::byte> deflatedBytes(std::span<const std::byte> plain, int windowBits);
std::vector<std::byte> gzipOf(std::span<const std::byte> plain);
std::vector<std::byte> zlibOf(std::span<const std::byte> plain);
/// One frame with its size in it.
std::vector<std::byte> zstdOf(std::span<const std::byte> plain);

} // namespace ghostline::test
