// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// Numbers of seven bits a byte, and the signed forms laid over them. A form that is too long fails the
// cursor.
#include "codecs/io/byte_cursor.h"

#include <vector>

namespace ghostline::io {

/// Unsigned LEB128, at most ten bytes; bits above 64 are a failure.
std::uint64_t readLeb128(ByteCursor& in);
/// Signed LEB128 (sign-extended from the last group).
std::int64_t readSignedLeb128(ByteCursor& in);

/// 0, -1, 1, -2 ... stored as 0, 1, 2, 3 ...
constexpr std::int64_t zigzagDecode(std::uint64_t v)
{
    return static_cast<std::int64_t>(v >> 1) ^ -static_cast<std::int64_t>(v & 1);
}
constexpr std::uint64_t zigzagEncode(std::int64_t v)
{
    return (static_cast<std::uint64_t>(v) << 1) ^ static_cast<std::uint64_t>(v >> 63);
}
inline std::int64_t readZigzag(ByteCursor& in) { return zigzagDecode(readLeb128(in)); }

/// Minecraft's: two's complement in at most five bytes, ten for the long one; what is longer is a failure,
/// bits above 32 (64) are ignored as the game ignores them.
std::int32_t readVarInt(ByteCursor& in);
std::int64_t readVarLong(ByteCursor& in);

void writeLeb128(std::vector<std::byte>& out, std::uint64_t value);
void writeSignedLeb128(std::vector<std::byte>& out, std::int64_t value);
inline void writeZigzag(std::vector<std::byte>& out, std::int64_t value)
{
    writeLeb128(out, zigzagEncode(value));
}
inline void writeVarInt(std::vector<std::byte>& out, std::int32_t value)
{
    writeLeb128(out, static_cast<std::uint32_t>(value));
}
inline void writeVarLong(std::vector<std::byte>& out, std::int64_t value)
{
    writeLeb128(out, static_cast<std::uint64_t>(value));
}

} // namespace ghostline::io
