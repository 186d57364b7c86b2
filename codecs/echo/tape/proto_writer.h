// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// Writes the wire format of protocol buffers, as FieldReader reads it.
// Layout: protobuf.dev, "Encoding"; what is 0 or empty is left out, as proto3 has it.
#include <array>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <span>
#include <string_view>
#include <vector>

namespace ghostline::echo::tape {

class ProtoWriter
{
public:
    /// Appends to `out`, which outlives it.
    explicit ProtoWriter(std::vector<std::byte>& out) : m_out(out) {}

    void whole(std::uint32_t field, std::uint64_t value)
    {
        if (value != 0)
            present(field, value);
    }
    /// A negative one takes ten bytes.
    void integer(std::uint32_t field, std::int32_t value)
    {
        whole(field, static_cast<std::uint64_t>(std::int64_t{value}));
    }
    /// Also when it is 0.
    void present(std::uint32_t field, std::uint64_t value)
    {
        varint(field << 3U);
        varint(value);
    }
    /// Left out only when its bits are 0.
    void real(std::uint32_t field, float value)
    {
        const auto bits = std::bit_cast<std::uint32_t>(value);
        if (bits == 0)
            return;
        varint(field << 3U | 5U);
        fixed32(bits);
    }
    void text(std::uint32_t field, std::string_view value)
    {
        if (!value.empty())
            data(field, std::as_bytes(std::span(value)));
    }
    /// Also when it is empty.
    void data(std::uint32_t field, std::span<const std::byte> value)
    {
        varint(field << 3U | 2U);
        varint(value.size());
        m_out.insert(m_out.end(), value.begin(), value.end());
    }
    /// What fill() writes, as one message; also when that is nothing.
    template<typename Fill>
    void message(std::uint32_t field, const Fill& fill)
    {
        varint(field << 3U | 2U);
        sized(fill);
    }
    /// What fill() writes, with its length in front.
    template<typename Fill>
    void sized(const Fill& fill)
    {
        const std::size_t start = m_out.size();
        fill();
        std::array<std::byte, LongestVarint> length;
        const std::size_t size = encode(m_out.size() - start, length);
        m_out.insert(m_out.begin() + static_cast<std::ptrdiff_t>(start), length.begin(),
                     length.begin() + static_cast<std::ptrdiff_t>(size));
    }
    void fixed32(std::uint32_t bits)
    {
        for (unsigned shift = 0; shift < 32; shift += 8)
            m_out.push_back(static_cast<std::byte>(bits >> shift));
    }
    void byte(std::uint8_t value) { m_out.push_back(static_cast<std::byte>(value)); }
    void varint(std::uint64_t value)
    {
        std::array<std::byte, LongestVarint> bytes;
        const std::size_t size = encode(value, bytes);
        m_out.insert(m_out.end(), bytes.begin(), bytes.begin() + static_cast<std::ptrdiff_t>(size));
    }
    /// Bytes so far, of everything in `out`.
    std::size_t size() const { return m_out.size(); }

private:
    static constexpr std::size_t LongestVarint = 10;

    static std::size_t encode(std::uint64_t value, std::array<std::byte, LongestVarint>& out)
    {
        std::size_t size = 0;
        for (; value >= 0x80U; value >>= 7U)
            out[size++] = static_cast<std::byte>(value | 0x80U);
        out[size++] = static_cast<std::byte>(value);
        return size;
    }

    std::vector<std::byte>& m_out;
};

} // namespace ghostline::echo::tape
