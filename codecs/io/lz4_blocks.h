// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// The block stream of the library lz4-java: not the LZ4 frame, which decompress.h reads.
#include "model/base/error.h"

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

namespace ghostline::io {

/// Everything up to the block that ends the stream; what follows is not looked at. `cap`: bytes that may come
/// out. `base`: offset of the first byte in its file. `spent` grows by the bytes that came out, of an error,
/// too. Damaged names the offset, LimitExceeded.
model::Result<std::vector<std::byte>> unpackLz4Blocks(std::span<const std::byte> in, std::uint64_t cap,
                                                      std::uint64_t base = 0, std::uint64_t* spent = nullptr);

/// xxHash32, which the blocks are checked by.
std::uint32_t xxHash32(std::span<const std::byte> bytes, std::uint32_t seed);

} // namespace ghostline::io
