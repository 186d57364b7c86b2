// SPDX-License-Identifier: GPL-3.0-or-later
// Seven bits a byte, the eighth says whether more follow.
#include "codecs/io/var_int.h"

namespace ghostline::io {

namespace {

constexpr std::uint8_t More = 0x80;
constexpr std::uint8_t Payload = 0x7F;

/// Groups of at most `maxBytes` bytes; bits beyond 64 are dropped. `shift` becomes the number of bits read.
std::uint64_t readGroups(ByteCursor& in, unsigned maxBytes, unsigned& shift, std::uint8_t& last)
{
    std::uint64_t value = 0;
    shift = 0;
    for (unsigned i = 0; i < maxBytes; ++i) {
        last = in.u8();
        if (!in.ok())
            return 0;
        value |= static_cast<std::uint64_t>(last & Payload) << shift;
        shift += 7;
        if ((last & More) == 0)
            return value;
    }
    in.fail();
    return 0;
}

} // namespace

std::uint64_t readLeb128(ByteCursor& in)
{
    unsigned shift = 0;
    std::uint8_t last = 0;
    const std::uint64_t value = readGroups(in, 10, shift, last);
    if (shift == 70 && last > 1) {
        in.fail(); // the tenth byte holds bit 63 only
        return 0;
    }
    return in.ok() ? value : 0;
}

std::int64_t readSignedLeb128(ByteCursor& in)
{
    unsigned shift = 0;
    std::uint8_t last = 0;
    std::uint64_t value = readGroups(in, 10, shift, last);
    if (!in.ok())
        return 0;
    if (shift == 70 && last != 0 && last != Payload) {
        in.fail();
        return 0;
    }
    if (shift < 64 && (last & 0x40) != 0)
        value |= ~std::uint64_t{0} << shift;
    return static_cast<std::int64_t>(value);
}

std::int32_t readVarInt(ByteCursor& in)
{
    unsigned shift = 0;
    std::uint8_t last = 0;
    return static_cast<std::int32_t>(static_cast<std::uint32_t>(readGroups(in, 5, shift, last)));
}

std::int64_t readVarLong(ByteCursor& in)
{
    unsigned shift = 0;
    std::uint8_t last = 0;
    return static_cast<std::int64_t>(readGroups(in, 10, shift, last));
}

void writeLeb128(std::vector<std::byte>& out, std::uint64_t value)
{
    while (value > Payload) {
        out.push_back(static_cast<std::byte>((value & Payload) | More));
        value >>= 7;
    }
    out.push_back(static_cast<std::byte>(value));
}

void writeSignedLeb128(std::vector<std::byte>& out, std::int64_t value)
{
    while (true) {
        const auto group = static_cast<std::uint8_t>(value & Payload);
        value >>= 7;
        const bool done = (value == 0 && (group & 0x40) == 0) || (value == -1 && (group & 0x40) != 0);
        out.push_back(static_cast<std::byte>(done ? group : group | More));
        if (done)
            return;
    }
}

} // namespace ghostline::io
