// SPDX-License-Identifier: GPL-3.0-or-later
// Bits are gathered byte by byte: at most nine steps for 64 of them.
#include "codecs/io/bit_reader.h"

#include <algorithm>

namespace ghostline::io {

std::uint64_t BitReader::bits(unsigned count)
{
    if (!m_ok || count > 64 || count > bitsLeft()) {
        m_ok = false;
        return 0;
    }
    std::uint64_t value = 0;
    unsigned got = 0;
    while (got < count) {
        const auto byte = std::to_integer<unsigned>(m_bytes[m_pos / 8]);
        const auto inByte = static_cast<unsigned>(m_pos % 8);
        const unsigned take = std::min(count - got, 8 - inByte);
        const unsigned mask = (1U << take) - 1U;
        if (m_order == BitOrder::LsbFirst) {
            value |= static_cast<std::uint64_t>((byte >> inByte) & mask) << got;
        } else {
            value = (value << take) | ((byte >> (8 - inByte - take)) & mask);
        }
        got += take;
        m_pos += take;
    }
    return value;
}

void BitReader::align() { m_pos = (m_pos + 7) / 8 * 8; }

std::span<const std::byte> BitReader::bytes(std::size_t count)
{
    align();
    if (!m_ok || count > m_bytes.size() - m_pos / 8) {
        m_ok = false;
        return {};
    }
    const auto run = m_bytes.subspan(m_pos / 8, count);
    m_pos += count * 8;
    return run;
}

model::Result<void> BitReader::status(const QString& what) const
{
    if (m_ok)
        return {};
    return model::fail(
        model::ErrorCode::Damaged,
        QStringLiteral("%1 is cut short at byte %2, bit %3").arg(what).arg(offset()).arg(m_pos % 8),
        {offset(), {}, {}});
}

} // namespace ghostline::io
