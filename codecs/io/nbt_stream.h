// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// NBT from a stream, field by field: the caller takes what it needs, the rest is stepped over and never held.
// A compound has no head of its own: after its field was read, its fields follow.
#include "codecs/io/nbt.h"
#include "codecs/io/stream_reader.h"

#include <string>

namespace ghostline::io {

inline constexpr int DeepestNbt = 512;

struct NbtField
{
    NbtKind kind = NbtKind::End;
    std::string name; ///< as its bytes are
};

/// Steps into a root compound, with a name or without: the byte behind its kind tells.
bool openNbt(StreamReader& in);
bool openNbt(StreamReader& in, NbtRoot root);
/// The next field of the compound; false at its end and after a failure.
bool readField(StreamReader& in, NbtField& field);
/// Kind and length of a list's elements, which follow.
NbtKind readListHead(StreamReader& in, std::size_t& count);
/// The length of an array; its elements follow.
std::size_t readArrayHead(StreamReader& in);
/// Bytes of a text, which must be no more than `most`.
std::string readText(StreamReader& in, std::size_t most);
/// A whole number; what is something else is stepped over.
std::optional<std::int64_t> readInteger(StreamReader& in, NbtKind kind);
/// Steps over a value; for Compound, over the fields that follow up to its end.
bool skipValue(StreamReader& in, NbtKind kind, int depthLimit = DeepestNbt);
/// Steps over a whole root compound.
bool skipNbt(StreamReader& in, NbtRoot root, int depthLimit = DeepestNbt);

} // namespace ghostline::io
