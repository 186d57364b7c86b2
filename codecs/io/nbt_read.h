// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// Reading NBT: into values, or only over it. Depth is limited, every length is held against what remains
// before anything is allocated.
#include "codecs/io/byte_cursor.h"
#include "codecs/io/nbt.h"

namespace ghostline::io {

struct NbtLimits
{
    int depth = 512;
    std::size_t values = std::size_t{1} << 20; ///< tags and list elements in all
};

/// A root compound. The cursor stands behind it afterwards. Damaged (with offset), LimitExceeded.
model::Result<NbtCompound> readNbt(ByteCursor& in, NbtRoot root, NbtLimits limits = {});
/// Nameless first; what does not consume everything is tried with a named root.
model::Result<NbtCompound> parseNbt(std::span<const std::byte> bytes, std::uint64_t base = 0,
                                    NbtLimits limits = {});
/// Steps over a nameless root compound and allocates nothing; fails the cursor where it is broken.
bool skipNbt(ByteCursor& in, int depthLimit = 512);
/// The same for one value of a kind that is known: what follows a name, or an element of a list.
bool skipNbtValue(ByteCursor& in, NbtKind kind, int depthLimit = 512);

} // namespace ghostline::io
