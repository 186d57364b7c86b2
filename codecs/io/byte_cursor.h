// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// Reads numbers and byte runs from a bounded span; nothing is ever read outside it.
#include "model/base/error.h"

#include <QtEndian>

#include <algorithm>
#include <bit>
#include <concepts>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <span>
#include <string_view>
#include <type_traits>

namespace ghostline::io {

template<typename T>
concept Scalar = (std::integral<T> || std::floating_point<T>)&&!std::same_as<T, bool>;

namespace detail {

template<std::size_t N>
struct UnsignedOf;
template<>
struct UnsignedOf<1>
{
    using type = std::uint8_t;
};
template<>
struct UnsignedOf<2>
{
    using type = std::uint16_t;
};
template<>
struct UnsignedOf<4>
{
    using type = std::uint32_t;
};
template<>
struct UnsignedOf<8>
{
    using type = std::uint64_t;
};

/// Swaps when `order` is not the machine's.
template<Scalar T, std::endian Order>
T load(const std::byte* at)
{
    using U = typename UnsignedOf<sizeof(T)>::type;
    U raw;
    std::memcpy(&raw, at, sizeof raw);
    if constexpr (Order != std::endian::native && sizeof(T) > 1)
        raw = qbswap(raw);
    return std::bit_cast<T>(raw);
}

} // namespace detail

/// Unchecked loads for code that has checked the length of a whole record at once.
template<Scalar T>
T loadLe(const std::byte* at)
{
    return detail::load<T, std::endian::little>(at);
}
template<Scalar T>
T loadBe(const std::byte* at)
{
    return detail::load<T, std::endian::big>(at);
}

/// Failure is sticky: the first read past the end returns 0 (or nothing), moves nothing, and so does every
/// later one. Read a whole structure, then ask ok() once; status() names the place of the first failure.
class ByteCursor
{
public:
    ByteCursor() = default;
    /// `base` is where the span begins in its file, so that errors name file offsets.
    explicit ByteCursor(std::span<const std::byte> bytes, std::uint64_t base = 0)
        : m_bytes(bytes), m_base(base)
    {
    }

    bool ok() const { return m_ok; }
    bool atEnd() const { return m_pos == m_bytes.size(); }
    std::size_t position() const { return m_pos; }
    std::size_t remaining() const { return m_bytes.size() - m_pos; }
    /// Position in the file; after a failure, of the read that failed.
    std::uint64_t offset() const { return m_base + m_pos; }

    template<Scalar T>
    T le()
    {
        const std::byte* at = take(sizeof(T));
        return at != nullptr ? loadLe<T>(at) : T{};
    }
    template<Scalar T>
    T be()
    {
        const std::byte* at = take(sizeof(T));
        return at != nullptr ? loadBe<T>(at) : T{};
    }
    std::uint8_t u8() { return le<std::uint8_t>(); }

    /// The next `count` bytes as they lie in the span; empty after a failure.
    std::span<const std::byte> bytes(std::size_t count)
    {
        const std::byte* at = take(count);
        return at != nullptr ? std::span(at, count) : std::span<const std::byte>{};
    }
    std::string_view text(std::size_t count)
    {
        const auto run = bytes(count);
        return {reinterpret_cast<const char*>(run.data()), run.size()};
    }
    /// Text that a zero byte ends, which is stepped over; without one in what remains it is a failure.
    std::string_view endedText()
    {
        const auto rest = ahead();
        const auto end = std::find(rest.begin(), rest.end(), std::byte{0});
        if (end == rest.end()) {
            fail();
            return {};
        }
        const std::string_view found = text(static_cast<std::size_t>(end - rest.begin()));
        skip(1);
        return found;
    }
    /// Everything from here on, without moving; empty after a failure.
    std::span<const std::byte> ahead() const
    {
        return m_ok ? m_bytes.subspan(m_pos) : std::span<const std::byte>{};
    }
    bool skip(std::size_t count) { return take(count) != nullptr; }
    /// Moves to a position in the span; past the end is a failure.
    bool seek(std::size_t position)
    {
        if (!m_ok || position > m_bytes.size()) {
            m_ok = false;
            return false;
        }
        m_pos = position;
        return true;
    }
    /// A cursor over the next `count` bytes, which this one steps over.
    ByteCursor sub(std::size_t count)
    {
        const std::uint64_t begin = offset();
        ByteCursor inner(bytes(count), begin);
        inner.m_ok = m_ok;
        return inner;
    }
    /// Marks the content itself as wrong at the present position.
    void fail() { m_ok = false; }

    /// Damaged, naming `what` and the offset, unless everything read so far was there.
    model::Result<void> status(const QString& what) const;

private:
    const std::byte* take(std::size_t count)
    {
        if (!m_ok || count > remaining()) {
            m_ok = false;
            return nullptr;
        }
        const std::byte* at = m_bytes.data() + m_pos;
        m_pos += count;
        return at;
    }

    std::span<const std::byte> m_bytes;
    std::size_t m_pos = 0;
    std::uint64_t m_base = 0;
    bool m_ok = true;
};

} // namespace ghostline::io
