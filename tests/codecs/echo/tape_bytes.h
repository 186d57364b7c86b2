// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// Messages and records of a tape, put together by hand.
#include <QByteArray>

#include <bit>
#include <cstdint>

namespace ghostline::test {

/// A message under construction; what is 0 is written too, unlike the real ones.
class ProtoText
{
public:
    ProtoText& varint(std::uint64_t value)
    {
        for (; value >= 0x80U; value >>= 7U)
            m_bytes.append(static_cast<char>(value | 0x80U));
        m_bytes.append(static_cast<char>(value));
        return *this;
    }
    ProtoText& number(std::uint32_t field, std::uint64_t value) { return varint(field << 3U).varint(value); }
    ProtoText& message(std::uint32_t field, const QByteArray& content)
    {
        varint(field << 3U | 2U).varint(static_cast<std::uint64_t>(content.size()));
        m_bytes.append(content);
        return *this;
    }
    ProtoText& message(std::uint32_t field, const ProtoText& content)
    {
        return message(field, content.bytes());
    }
    ProtoText& real(std::uint32_t field, float value)
    {
        varint(field << 3U | 5U);
        return raw(std::bit_cast<std::uint32_t>(value), 4);
    }
    ProtoText& real64(std::uint32_t field, double value)
    {
        varint(field << 3U | 1U);
        return raw(std::bit_cast<std::uint64_t>(value), 8);
    }
    ProtoText& group(std::uint32_t field, const QByteArray& content)
    {
        varint(field << 3U | 3U);
        m_bytes.append(content);
        return varint(field << 3U | 4U);
    }
    const QByteArray& bytes() const { return m_bytes; }

private:
    ProtoText& raw(std::uint64_t bits, unsigned count)
    {
        for (unsigned i = 0; i < count; ++i)
            m_bytes.append(static_cast<char>(bits >> (8U * i)));
        return *this;
    }
    QByteArray m_bytes;
};

/// With its length in front.
inline QByteArray record(const ProtoText& content)
{
    return ProtoText().varint(static_cast<std::uint64_t>(content.bytes().size())).bytes() + content.bytes();
}

} // namespace ghostline::test
