// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// One packed piece of an archive member: a method byte, then a bzip2 or zlib stream.
#include "model/base/error.h"

#include <cstddef>
#include <span>
#include <vector>

namespace ghostline::sc2 {

/// Appends exactly `size` bytes to `out`, or says why not: Damaged when the stream holds less or more,
/// Unsupported for another method, which is named. `offset`: of the piece in the file.
model::Result<void> unpackPiece(std::span<const std::byte> piece, std::size_t size, std::uint64_t offset,
                                std::vector<std::byte>& out);

} // namespace ghostline::sc2
