// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// Numbers of seven bits a byte, and the signed forms laid over them. A form that is too long fails the
// cursor.
#include "codecs/io/byte_cursor.h"

#include <vector>

namespace ghostline::io {

/// 0, -1, 1, -2 ... stored as 0, 1, 2, 3 ...
constexpr std::int64_t zigzagDecode(std::uint64_t v)
{
    return static_cast<std::int64_t>(v >> 1) ^ -static_cast<std::int64_t>(v & 1);
}
constexpr std::uint64_t zigzagEncode(std::int64_t v)
{
    return (static_cast<std::uint64_t>(v) << 1) ^ static_cast<std::uint64_t>(v >> 63);
}

/// The bytes behind a first one that had its upper bit set.
inline std::uint64_t readMoreGroups(ByteCursor& in, std::uint8_t first, unsigned maxBytes)
{
    std::uint64_t value = first & 0x7FU;
    for (unsigned i = 1; i < maxBytes; ++i) {
        const std::uint8_t byte = in.u8();
        value |= static_cast<std::uint64_t>(byte & 0x7FU) << (7 * i);
        if (byte < 0x80)
            return in.ok() ? value : 0;
    }
    in.fail();
    return 0;
}

// Minecraft's: two's complement in at most five bytes, ten for the long one; what is longer is a failure,
// bits above 32 (64) are ignored as the game ignores them. Inline: a recording has tens of millions of them.
inline std::int32_t readVarInt(ByteCursor& in)
{
    const std::uint8_t first = in.u8();
    if (first < 0x80) [[likely]]
        return first;
    return static_cast<std::int32_t>(static_cast<std::uint32_t>(readMoreGroups(in, first, 5)));
}
inline std::int64_t readVarLong(ByteCursor& in)
{
    const std::uint8_t first = in.u8();
    if (first < 0x80) [[likely]]
        return first;
    return static_cast<std::int64_t>(readMoreGroups(in, first, 10));
}
inline std::int64_t readZigzag(ByteCursor& in)
{
    return zigzagDecode(static_cast<std::uint64_t>(readVarLong(in)));
}

/// Unsigned, at most ten bytes.
void writeLeb128(std::vector<std::byte>& out, std::uint64_t value);
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
