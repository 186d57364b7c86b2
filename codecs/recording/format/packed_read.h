// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// The reading side of the packed numbers, inline: a recording is mostly these, tens of millions a second.
#include "codecs/io/var_int.h"
#include "codecs/recording/format/event.h"

namespace ghostline::recording::packed {

inline std::int32_t count(io::ByteCursor& in)
{
    const std::int32_t value = io::readVarInt(in);
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
        axis = io::readZigzag(in);
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

/// The most bytes shortMove() looks at: an entity, three distances and a scale of three bytes each, two
/// angles and a vector.
inline constexpr std::size_t ShortMoveBytes = 5 * 3 + 4 + 6;

/// A number of at most three bytes.
inline bool shortGroups(const std::byte*& at, std::uint32_t& value)
{
    value = std::to_integer<std::uint32_t>(*at++);
    if (value < 0x80) [[likely]]
        return true;
    const auto second = std::to_integer<std::uint32_t>(*at++);
    value = (value & 0x7FU) | second << 7;
    if (second < 0x80) [[likely]]
        return true;
    const auto third = std::to_integer<std::uint32_t>(*at++);
    value = (value & 0x3FFFU) | third << 14;
    return third < 0x80;
}

/// A DeltaMove `before` bytes ahead whose numbers are short and which lies well inside the chunk, as nearly
/// all do. False, with nothing read, for another one.
inline bool shortMove(io::ByteCursor& in, std::size_t before, DeltaMove& move)
{
    const auto bytes = in.ahead();
    if (bytes.size() < before + ShortMoveBytes)
        return false;
    const std::byte* at = bytes.data() + before;
    std::uint32_t number = 0;
    if (!shortGroups(at, number))
        return false;
    move.entity = static_cast<std::int32_t>(number);
    for (std::int64_t& axis : move.move.delta) {
        if (!shortGroups(at, number))
            return false;
        axis = static_cast<std::int32_t>(number >> 1) ^ -static_cast<std::int32_t>(number & 1U);
    }
    move.move.yaw.steps = io::loadBe<std::int16_t>(at);
    move.move.pitch.steps = io::loadBe<std::int16_t>(at + 2);
    at += 4;
    move.velocity = {};
    const auto first = std::to_integer<std::uint64_t>(*at);
    if (first == 0) {
        ++at;
    } else {
        move.velocity.bits = std::uint64_t{io::loadBe<std::uint32_t>(at + 2)} << 16 |
                             std::to_integer<std::uint64_t>(at[1]) << 8 | first;
        at += 6;
        if ((first & 4U) != 0) {
            if (!shortGroups(at, number))
                return false;
            move.velocity.more = static_cast<std::int32_t>(number);
        }
    }
    return in.skip(static_cast<std::size_t>(at - bytes.data()));
}

} // namespace ghostline::recording::packed
