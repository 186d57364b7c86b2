// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// The wire format of protocol buffers, field by field: nothing is allocated, every length is checked.
// Layout: protobuf.dev, "Encoding".
#include <bit>
#include <cstdint>
#include <optional>
#include <span>
#include <string_view>

namespace ghostline::echo::tape {

using Bytes = std::span<const std::byte>;

enum class Wire : std::uint8_t { Varint, Fixed64, Length, GroupStart, GroupEnd, Fixed32 };

/// Number and wire type in one, for a switch: a known number of another type is an unknown field by itself.
constexpr std::uint32_t varint(std::uint32_t number) { return number << 3U; }
constexpr std::uint32_t fixed64(std::uint32_t number) { return number << 3U | 1U; }
constexpr std::uint32_t bytes(std::uint32_t number) { return number << 3U | 2U; }
constexpr std::uint32_t fixed32(std::uint32_t number) { return number << 3U | 5U; }

/// Of up to 8 bytes.
std::uint64_t littleEndian(Bytes in);

inline constexpr int MaxGroupDepth = 16;

struct Field
{
    std::uint32_t key = 0;   ///< as of varint(), bytes() ...
    std::uint64_t value = 0; ///< of a number, its bits
    Bytes data;              ///< of Wire::Length

    std::uint32_t number() const { return key >> 3U; }
    Wire wire() const { return static_cast<Wire>(key & 7U); }
    std::int32_t asInt() const { return static_cast<std::int32_t>(static_cast<std::uint32_t>(value)); }
    std::uint32_t asUnsigned() const { return static_cast<std::uint32_t>(value); }
    std::int64_t asLong() const { return static_cast<std::int64_t>(value); }
    bool asBool() const { return value != 0; }
    float asFloat() const { return std::bit_cast<float>(static_cast<std::uint32_t>(value)); }
    double asDouble() const { return std::bit_cast<double>(value); }
    std::string_view asText() const { return {reinterpret_cast<const char*>(data.data()), data.size()}; }
};

/// A number of 1 to 10 bytes from the front of `in`, which then begins behind it; nothing when it is cut or
/// too long.
std::optional<std::uint64_t> takeVarint(Bytes& in);

/// The fields of one message in stored order. Groups are passed over as a whole.
class FieldReader
{
public:
    explicit FieldReader(Bytes message) : m_left(message) {}
    /// False at the end, and at the first thing that is not well-formed: failed().
    bool next(Field& field);
    bool failed() const { return m_failed; }

private:
    bool value(Field& field);
    bool skipGroup(std::uint32_t number);
    bool take(std::uint64_t size, Bytes& out);

    Bytes m_left;
    bool m_failed = false;
};

/// Calls take(field) for each; false when the message is not well-formed, after what came before.
template<typename Take>
bool eachField(Bytes message, const Take& take)
{
    FieldReader reader(message);
    Field field;
    while (reader.next(field))
        take(field);
    return !reader.failed();
}

/// Well-formed to the last byte.
inline bool isMessage(Bytes text)
{
    return eachField(text, [](const Field&) {});
}

/// The numbers of a repeated field, which may be packed (all in one) or not: appended up to `most`.
template<typename T, typename Out>
bool takeFixed(const Field& field, std::size_t most, Out& out)
{
    const auto add = [&](T value) {
        if (out.size() < most)
            out.push_back(value);
    };
    if (field.wire() != Wire::Length) {
        add(sizeof(T) == sizeof(double) ? static_cast<T>(field.asDouble()) : static_cast<T>(field.asFloat()));
        return true;
    }
    using Bits = std::conditional_t<sizeof(T) == sizeof(double), std::uint64_t, std::uint32_t>;
    for (std::size_t at = 0; at + sizeof(T) <= field.data.size(); at += sizeof(T)) {
        add(std::bit_cast<T>(static_cast<Bits>(littleEndian(field.data.subspan(at, sizeof(T))))));
    }
    return field.data.size() % sizeof(T) == 0;
}

} // namespace ghostline::echo::tape
