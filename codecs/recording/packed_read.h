// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// The reading side of the packed numbers, inline: a recording is mostly these, tens of millions a second.
#include "codecs/recording/primitives.h"

namespace ghostline::recording::packed {

/// The bytes behind a first one that had its upper bit set.
inline std::uint64_t moreGroups(io::ByteCursor& in, std::uint8_t first, unsigned maxBytes)
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

inline std::int32_t varInt(io::ByteCursor& in)
{
    const std::uint8_t first = in.u8();
    if (first < 0x80) [[likely]]
        return first;
    return static_cast<std::int32_t>(static_cast<std::uint32_t>(moreGroups(in, first, 5)));
}

inline std::int64_t varLong(io::ByteCursor& in)
{
    const std::uint8_t first = in.u8();
    if (first < 0x80) [[likely]]
        return first;
    return static_cast<std::int64_t>(moreGroups(in, first, 10));
}

inline std::int64_t zigzag(io::ByteCursor& in)
{
    const auto v = static_cast<std::uint64_t>(varLong(in));
    return static_cast<std::int64_t>(v >> 1) ^ -static_cast<std::int64_t>(v & 1);
}

inline std::int32_t count(io::ByteCursor& in)
{
    const std::int32_t value = varInt(in);
    if (value < 0) [[unlikely]] {
        in.fail();
        return 0;
    }
    return value;
}

inline PackedVector vector(io::ByteCursor& in)
{
    PackedVector v;
    const std::uint8_t first = in.u8();
    if (first == 0)
        return v; // also what a failed cursor gives
    const std::uint8_t second = in.u8();
    const auto upper = in.be<std::uint32_t>();
    v.bits = static_cast<std::uint64_t>(upper) << 16 | static_cast<std::uint64_t>(second) << 8 | first;
    if ((first & 4U) != 0)
        v.more = count(in);
    return in.ok() ? v : PackedVector{};
}

inline PackedMove move(io::ByteCursor& in)
{
    PackedMove m;
    for (std::int64_t& axis : m.delta)
        axis = zigzag(in);
    const auto view = in.be<std::uint32_t>();
    m.yaw.steps = static_cast<std::int16_t>(static_cast<std::uint16_t>(view >> 16));
    m.pitch.steps = static_cast<std::int16_t>(static_cast<std::uint16_t>(view));
    return m;
}

inline Place place(io::ByteCursor& in)
{
    Place p;
    const auto bytes = in.bytes(32);
    if (bytes.empty())
        return p;
    const std::byte* at = bytes.data();
    p.position = {io::loadBe<double>(at), io::loadBe<double>(at + 8), io::loadBe<double>(at + 16)};
    p.yaw = io::loadBe<float>(at + 24);
    p.pitch = io::loadBe<float>(at + 28);
    return p;
}

/// A Bool is 0 or 1, nothing else.
inline std::optional<std::int32_t> optionalCount(io::ByteCursor& in)
{
    const std::uint8_t there = in.u8();
    if (there > 1)
        in.fail();
    if (there != 1)
        return std::nullopt;
    return count(in);
}

} // namespace ghostline::recording::packed
