// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// The bits of a bit-packed stream: taken from the lowest bit of each byte up, put together with the first
// ones highest (docs/formats/sc2replay.md, section 3.1).
#include "codecs/sc2/protocol/protocol.h"
#include "model/error.h"

#include <QJsonValue>

#include <cstddef>
#include <span>

namespace ghostline::sc2 {

/// Failure is sticky: past the end every read gives 0 and the position stays.
class PackedReader
{
public:
    explicit PackedReader(std::span<const std::byte> bytes) : m_bytes(bytes) {}

    bool ok() const { return m_ok; }
    bool atEnd() const { return m_bit >= m_bytes.size() * 8; }
    std::uint64_t bitPosition() const { return m_bit; }
    std::uint64_t bitsLeft() const { return m_bytes.size() * 8 - m_bit; }
    /// At most 64.
    std::uint64_t bits(unsigned count);
    bool bit() { return bits(1) != 0; }
    void align();
    /// Aligned bytes; empty after a failure.
    std::span<const std::byte> bytes(std::size_t count);
    /// The stream says something impossible here.
    void fail() { m_ok = false; }
    /// Steps to a bit that was passed before.
    void rewind(std::uint64_t bit) { m_bit = bit; }

private:
    std::span<const std::byte> m_bytes;
    std::uint64_t m_bit = 0;
    bool m_ok = true;
};

/// Steps over a value. Counts are checked against the bits left before anything is read.
void skipValue(PackedReader& in, TypeId type, int depth = 0);
/// A value under the tables' own names, as the field note of docs/formats/sc2replay.md says: choices as
/// {"name": value}, missing optionals null, a bit array as [length, value].
QJsonValue readJson(PackedReader& in, TypeId type, int depth = 0);
/// varuint32: two bits that choose 6, 14, 22 or 32 more.
std::uint32_t readVarUint32(PackedReader& in);

} // namespace ghostline::sc2
