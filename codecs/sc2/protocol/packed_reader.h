// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// The bits of a bit-packed stream: taken from the lowest bit of each byte up, put together with the first
// ones highest (docs/formats/sc2replay.md, section 3.1).
#include "codecs/sc2/protocol/protocol.h"
#include "model/base/error.h"

#include <QJsonValue>
#include <QtEndian>

#include <cstddef>
#include <span>

namespace ghostline::sc2 {

/// Failure is sticky: past the end every read gives 0 and the position stays.
class PackedReader
{
public:
    explicit PackedReader(std::span<const std::byte> bytes)
        : m_data(bytes.data()), m_end(std::uint64_t{bytes.size()} * 8)
    {
    }

    bool ok() const { return m_ok; }
    bool atEnd() const { return m_bit >= m_end; }
    std::uint64_t bitPosition() const { return m_bit; }
    std::uint64_t bitsLeft() const { return m_end - m_bit; }

    /// At most 64.
    std::uint64_t bits(unsigned count)
    {
        // Nine bytes hold 64 bits from any place on.
        if (m_ok && m_end - m_bit >= std::uint64_t{SafeBytes} * 8) [[likely]] {
            return ahead(count);
        }
        return slowBits(count);
    }
    bool bit() { return bits(1) != 0; }

    /// Steps over bits without putting them together.
    void skip(std::uint64_t count)
    {
        if (!m_ok || count > m_end - m_bit) {
            m_ok = false;
            return;
        }
        m_bit += count;
    }
    void align() { m_bit = (m_bit + 7) & ~std::uint64_t{7}; }
    /// Aligned bytes; empty after a failure.
    std::span<const std::byte> bytes(std::size_t count)
    {
        align();
        if (!m_ok || count > (m_end - m_bit) / 8) {
            m_ok = false;
            return {};
        }
        const std::span<const std::byte> taken(m_data + m_bit / 8, count);
        m_bit += std::uint64_t{count} * 8;
        return taken;
    }
    /// The stream says something impossible here.
    void fail() { m_ok = false; }

private:
    static constexpr unsigned SafeBytes = 9;

    /// What is left of the first byte, then whole bytes, then the low bits of the last one.
    std::uint64_t ahead(unsigned count)
    {
        const std::byte* at = m_data + m_bit / 8;
        const auto used = static_cast<unsigned>(m_bit % 8);
        m_bit += count;
        const std::uint64_t first = std::to_integer<std::uint64_t>(*at) >> used;
        if (count <= 8 - used) {
            return first & ((std::uint64_t{1} << count) - 1);
        }
        const unsigned rest = count - (8 - used);
        const unsigned whole = rest / 8;
        const unsigned tail = rest % 8;
        const auto following = qFromBigEndian<std::uint64_t>(at + 1) >> (56 - 8 * whole);
        const std::uint64_t last = following & ((std::uint64_t{1} << tail) - 1);
        return first << rest | (following >> 8) << tail | last;
    }
    std::uint64_t slowBits(unsigned count);

    const std::byte* m_data;
    std::uint64_t m_end;
    std::uint64_t m_bit = 0;
    bool m_ok = true;
};

/// An integer of the tables: base plus bits, wrapping as two's complement does.
inline std::int64_t readInteger(PackedReader& in, const Type& type)
{
    return static_cast<std::int64_t>(in.bits(type.bits) + static_cast<std::uint64_t>(type.base));
}
/// The length of an array, a bit array or a blob whose items take at least `itemBits` each. Fails when
/// more is promised than there is.
std::uint64_t readCount(PackedReader& in, const Type& type, std::uint64_t itemBits);
/// The field that the tag read chooses; fails and gives none for a tag the table does not have.
const Field* readChoice(PackedReader& in, const Type& type);

/// Steps over a value. Counts are checked against the bits left before anything is read.
void skipValue(PackedReader& in, TypeId type, int depth = 0);
/// A value under the tables' own names, as the field note of docs/formats/sc2replay.md says: choices as
/// {"name": value}, missing optionals null, a bit array as [length, value].
QJsonValue readJson(PackedReader& in, TypeId type, int depth = 0);
/// varuint32: two bits that choose 6, 14, 22 or 32 more.
inline std::uint32_t readVarUint32(PackedReader& in)
{
    constexpr unsigned Widths[] = {6, 14, 22, 32};
    const auto tag = in.bits(2);
    return static_cast<std::uint32_t>(in.bits(Widths[tag]));
}

} // namespace ghostline::sc2
