// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// Reads runs of bits from a bounded span, lowest or highest bit of each byte first.
#include "model/base/error.h"

#include <cstddef>
#include <cstdint>
#include <span>

namespace ghostline::io {

enum class BitOrder {
    LsbFirst, ///< the first bit read is the lowest of the byte and of the value (deflate)
    MsbFirst  ///< the first bit read is the highest of the byte and of the value
};

/// Failure is sticky, as in ByteCursor: past the end every read gives 0.
class BitReader
{
public:
    explicit BitReader(std::span<const std::byte> bytes, BitOrder order, std::uint64_t base = 0)
        : m_bytes(bytes), m_order(order), m_base(base)
    {
    }

    bool ok() const { return m_ok; }
    std::size_t bitsLeft() const { return m_bytes.size() * 8 - m_pos; }
    std::size_t bitPosition() const { return m_pos; }
    /// Offset of the byte that holds the next bit.
    std::uint64_t offset() const { return m_base + m_pos / 8; }

    /// The next `count` bits as a number, at most 64.
    std::uint64_t bits(unsigned count);
    bool bit() { return bits(1) != 0; }
    /// Steps to the next byte's first bit.
    void align();
    /// Whole bytes from a byte's first bit on; aligns first. Empty after a failure.
    std::span<const std::byte> bytes(std::size_t count);
    /// Damaged, naming `what` and the place, unless everything read so far was there.
    model::Result<void> status(const QString& what) const;

private:
    std::span<const std::byte> m_bytes;
    BitOrder m_order;
    std::uint64_t m_base;
    std::size_t m_pos = 0;
    bool m_ok = true;
};

} // namespace ghostline::io
