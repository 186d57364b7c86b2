// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// Values of codec version 1 (bincode 1.x, default settings): little-endian, fixed width, u64 counts, u32
// variant indices, u8 option tags and booleans. Reading never leaves the span and never allocates by a count
// that the remaining bytes could not fill.
#include "codecs/io/byte_cursor.h"
#include "codecs/ironcurtain/base/limits.h"
#include "codecs/ironcurtain/base/types.h"

#include <QUtf8StringView>

#include <cstring>
#include <string_view>

namespace ghostline::ironcurtain {

/// Whether a position lies within +-MaxCoordinate.
inline bool inWorld(const WorldPos& p)
{
    const auto in = [](std::int32_t v) { return v >= -MaxCoordinate && v <= MaxCoordinate; };
    return in(p.x) && in(p.y) && in(p.z);
}

/// Sticky failure as in io::ByteCursor; `why()` tells the first reason where the content itself was wrong.
class BinReader
{
public:
    BinReader() = default;
    explicit BinReader(std::span<const std::byte> bytes, std::uint64_t base = 0) : m_cursor(bytes, base) {}

    bool ok() const { return m_cursor.ok(); }
    bool atEnd() const { return m_cursor.atEnd(); }
    std::size_t position() const { return m_cursor.position(); }
    std::size_t remaining() const { return m_cursor.remaining(); }
    std::uint64_t offset() const { return m_cursor.offset(); }
    /// Static text; null as long as nothing but the end of the bytes went wrong.
    const char* why() const { return m_why; }
    void fail(const char* why)
    {
        if (ok()) {
            m_why = why;
            m_cursor.fail();
        }
    }

    template<io::Scalar T>
    T number()
    {
        return m_cursor.le<T>();
    }
    std::uint8_t u8() { return number<std::uint8_t>(); }
    std::uint16_t u16() { return number<std::uint16_t>(); }
    std::uint32_t u32() { return number<std::uint32_t>(); }
    std::uint64_t u64() { return number<std::uint64_t>(); }
    std::int32_t i32() { return number<std::int32_t>(); }
    std::int64_t i64() { return number<std::int64_t>(); }
    /// 0 or 1, else a failure.
    bool boolean()
    {
        const std::uint8_t value = u8();
        if (value > 1)
            fail("a boolean is neither 0 nor 1");
        return value == 1;
    }
    /// The tag of an option.
    bool present() { return boolean(); }
    /// A variant index below `count`, else a failure.
    std::uint32_t variant(std::uint32_t count, const char* why)
    {
        const std::uint32_t value = u32();
        if (value >= count)
            fail(why);
        return ok() ? value : 0;
    }
    /// A u64 count of items that take at least `smallest` bytes each; a failure when they cannot be there.
    std::size_t count(std::size_t smallest)
    {
        const std::uint64_t n = u64();
        if (ok() && n > remaining() / smallest)
            fail("a count is larger than what follows");
        return ok() ? static_cast<std::size_t>(n) : 0;
    }
    /// Raw bytes of a known number.
    std::span<const std::byte> raw(std::size_t n) { return m_cursor.bytes(n); }
    /// Vec<u8>.
    std::span<const std::byte> bytes() { return raw(count(1)); }
    /// String; not checked for UTF-8. Longer than MaxStringBytes is a failure.
    std::string_view string()
    {
        const auto run = bytes();
        if (run.size() > MaxStringBytes) {
            fail("a string is longer than 64 KiB");
            return {};
        }
        return {reinterpret_cast<const char*>(run.data()), run.size()};
    }
    UnitTag tag()
    {
        UnitTag t;
        t.index = u16();
        t.generation = u16();
        return t;
    }
    /// A position in the world, else a failure.
    WorldPos place()
    {
        WorldPos p;
        p.x = i32();
        p.y = i32();
        p.z = i32();
        if (!inWorld(p))
            fail("a position lies outside the world");
        return p;
    }
    StateHash hash()
    {
        StateHash h{};
        const auto run = raw(h.size());
        if (!run.empty())
            std::memcpy(h.data(), run.data(), h.size());
        return h;
    }
    /// A string that people wrote or will read: it has to be UTF-8.
    std::string_view text()
    {
        const std::string_view read = string();
        if (!QUtf8StringView(read.data(), static_cast<qsizetype>(read.size())).isValidUtf8())
            fail("a string is not UTF-8");
        return ok() ? read : std::string_view();
    }
    /// A cursor over the next n bytes, which this one steps over.
    BinReader sub(std::size_t n)
    {
        const std::uint64_t begin = offset();
        BinReader inner(raw(n), begin);
        if (!ok())
            inner.fail("cut off");
        return inner;
    }

private:
    io::ByteCursor m_cursor;
    const char* m_why = nullptr;
};

/// Appends to a byte vector.
class BinWriter
{
public:
    explicit BinWriter(Bytes& out) : m_out(out) {}
    template<io::Scalar T>
    void number(T value)
    {
        const auto at = m_out.size();
        m_out.resize(at + sizeof value);
        std::memcpy(m_out.data() + at, &value, sizeof value);
    }
    void u8(std::uint8_t v) { number(v); }
    void u16(std::uint16_t v) { number(v); }
    void u32(std::uint32_t v) { number(v); }
    void u64(std::uint64_t v) { number(v); }
    void i32(std::int32_t v) { number(v); }
    void i64(std::int64_t v) { number(v); }
    void boolean(bool v) { u8(v ? 1 : 0); }
    void raw(std::span<const std::byte> run)
    {
        if (run.empty())
            return;
        const auto at = m_out.size();
        m_out.resize(at + run.size());
        std::memcpy(m_out.data() + at, run.data(), run.size());
    }
    void bytes(std::span<const std::byte> run)
    {
        u64(run.size());
        raw(run);
    }
    void string(std::string_view text)
    {
        bytes({reinterpret_cast<const std::byte*>(text.data()), text.size()});
    }
    void tag(UnitTag t)
    {
        u16(t.index);
        u16(t.generation);
    }
    void place(const WorldPos& p)
    {
        i32(p.x);
        i32(p.y);
        i32(p.z);
    }
    void hash(const StateHash& h) { raw(h); }

private:
    Bytes& m_out;
};

} // namespace ghostline::ironcurtain
