// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// The self-describing values of header, details and tracker: every value says its kind, every field its tag
// (docs/formats/sc2replay.md, section 3.2).
#include "codecs/io/byte_cursor.h"

#include <string_view>
#include <vector>

namespace ghostline::sc2 {

enum class VersionedKind : std::uint8_t {
    Array = 0,
    BitArray = 1,
    Blob = 2,
    Choice = 3,
    Optional = 4,
    Struct = 5,
    U8 = 6,
    Fixed4 = 7,
    Fixed8 = 8,
    Vint = 9
};

/// The bytes of a vint after its first, which said that there are more.
std::int64_t readLongVint(io::ByteCursor& in, std::uint8_t first);

/// Sign in the lowest bit, six value bits, then seven a byte. Fails the cursor when longer than 64 bits.
inline std::int64_t readVint(io::ByteCursor& in)
{
    const std::uint8_t first = in.u8();
    if ((first & 0x80) != 0)
        return readLongVint(in, first);
    const int magnitude = first >> 1;
    return (first & 1) != 0 ? -magnitude : magnitude;
}

/// Pull reader over a cursor, for streams of many values: nothing is allocated. Failures are sticky in the
/// cursor; a value of another kind than asked for fails it too.
class VersionedReader
{
public:
    explicit VersionedReader(io::ByteCursor& in) : m_in(in) {}

    /// Kinds U8, Fixed4, Fixed8 (these two first byte highest) and Vint.
    std::int64_t integer()
    {
        const std::uint8_t kind = m_in.u8();
        return kind == static_cast<std::uint8_t>(VersionedKind::Vint) ? readVint(m_in) : fixedInteger(kind);
    }
    /// Kind Blob, as it lies in the file.
    std::string_view blob();
    /// Kind Struct: the number of fields that follow, each a fieldTag() and a value.
    std::uint32_t structFields();
    std::int64_t fieldTag() { return readVint(m_in); }
    /// Kind Array: the number of values that follow.
    std::uint32_t arrayItems();
    /// Kind Optional: whether a value follows.
    bool optional();
    /// Kind Choice: the tag of the value that follows.
    std::int64_t choiceTag();
    /// Steps over a value of any kind.
    void skip(int depth = 0);
    io::ByteCursor& cursor() { return m_in; }

private:
    bool expect(VersionedKind kind);
    std::uint32_t count();
    std::int64_t fixedInteger(std::uint8_t kind);
    io::ByteCursor& m_in;
};

/// A whole value as a tree; blobs are views into the bytes that were parsed.
struct VersionedValue
{
    VersionedKind kind = VersionedKind::Vint;
    std::int64_t number = 0;          ///< integers; tag of a choice; bits of a bit array; 0/1 of an optional
    std::string_view bytes{};         ///< blob, bit array
    std::vector<std::int64_t> tags{}; ///< of a struct, beside items
    std::vector<VersionedValue> items{}; ///< of array and struct; the one value of choice and optional

    /// Field of a struct, through an optional around it; null when absent.
    const VersionedValue* field(std::int64_t tag) const;
    /// The value itself, or what is inside an optional; null for an empty optional.
    const VersionedValue* present() const;
    std::int64_t integer(std::int64_t tag, std::int64_t otherwise = 0) const;
    std::string_view blob(std::int64_t tag) const;
};

/// Damaged names the offset. Nesting and counts are bounded.
model::Result<VersionedValue> parseVersioned(io::ByteCursor& in);

} // namespace ghostline::sc2
