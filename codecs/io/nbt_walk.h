// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// Going forward through NBT without building anything: whoever knows what he looks for opens compounds and
// lists, takes what he needs and steps over the rest (skipNbtValue(), nbt_read.h). Every length is held
// against what remains; what is broken fails the cursor.
#include "codecs/io/nbt_read.h"

#include <string_view>

namespace ghostline::io {

struct NbtEntry
{
    NbtKind kind =
        NbtKind::End;      ///< of the value that follows; End behind the last one and where it is broken
    std::string_view name; ///< modified UTF-8 as it stands in the file, which is plain for plain names
};

struct NbtListHead
{
    NbtKind kind = NbtKind::End;
    std::uint32_t count = 0; ///< no more elements than there are bytes for
};

/// Into the root compound.
bool openNbt(ByteCursor& in, NbtRoot root);
/// The next entry of the compound that the cursor is in.
NbtEntry nextNbtEntry(ByteCursor& in);
/// Into a list, in front of its first element.
NbtListHead openNbtList(ByteCursor& in);
/// The value of a string, as NbtEntry::name.
std::string_view takeNbtText(ByteCursor& in);
/// A whole number of any kind; a value of another kind is stepped over.
std::optional<std::int64_t> takeNbtInteger(ByteCursor& in, NbtKind kind);
/// The longs of a long array, eight bytes each with the highest first.
std::span<const std::byte> takeNbtLongs(ByteCursor& in);

} // namespace ghostline::io
