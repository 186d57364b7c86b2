// SPDX-License-Identifier: GPL-3.0-or-later
#include "codecs/echo/tape/proto_fields.h"

#include <array>

namespace ghostline::echo::tape {

namespace {

constexpr unsigned MaxVarintShift = 63;
constexpr std::uint64_t MaxNumber = (std::uint64_t{1} << 29U) - 1;

} // namespace

std::uint64_t littleEndian(Bytes in)
{
    std::uint64_t value = 0;
    for (std::size_t i = 0; i < in.size(); ++i)
        value |= std::uint64_t{std::to_integer<std::uint8_t>(in[i])} << (8U * i);
    return value;
}

std::optional<std::uint64_t> takeVarint(Bytes& in)
{
    std::uint64_t value = 0;
    unsigned shift = 0;
    for (std::size_t i = 0; i < in.size() && shift <= MaxVarintShift; ++i, shift += 7) {
        const auto byte = std::to_integer<std::uint64_t>(in[i]);
        value |= (byte & 0x7FU) << shift;
        if (byte < 0x80U) {
            in = in.subspan(i + 1);
            return value;
        }
    }
    return std::nullopt;
}

bool FieldReader::take(std::uint64_t size, Bytes& out)
{
    if (size > m_left.size())
        return false;
    out = m_left.first(static_cast<std::size_t>(size));
    m_left = m_left.subspan(static_cast<std::size_t>(size));
    return true;
}

/// What stands behind a key that is no group's.
bool FieldReader::value(Field& field)
{
    field.value = 0;
    field.data = {};
    Bytes raw;
    switch (field.wire()) {
    case Wire::Varint:
    case Wire::Length: {
        const auto number = takeVarint(m_left);
        if (!number)
            return false;
        if (field.wire() == Wire::Length)
            return take(*number, field.data);
        field.value = *number;
        return true;
    }
    case Wire::Fixed64:
    case Wire::Fixed32:
        if (!take(field.wire() == Wire::Fixed64 ? sizeof(std::uint64_t) : sizeof(std::uint32_t), raw))
            return false;
        field.value = littleEndian(raw);
        return true;
    default:
        return false;
    }
}

bool FieldReader::skipGroup(std::uint32_t number)
{
    std::array<std::uint32_t, MaxGroupDepth> open{number};
    std::size_t depth = 1;
    while (depth > 0) {
        const auto key = takeVarint(m_left);
        if (!key || *key >> 3U > MaxNumber || *key >> 3U == 0)
            return false;
        Field inner;
        inner.key = static_cast<std::uint32_t>(*key);
        if (inner.wire() == Wire::GroupStart) {
            if (depth == open.size())
                return false;
            open[depth++] = inner.number();
        } else if (inner.wire() == Wire::GroupEnd) {
            if (inner.number() != open[--depth])
                return false;
        } else if (!value(inner)) {
            return false;
        }
    }
    return true;
}

bool FieldReader::next(Field& field)
{
    while (!m_failed && !m_left.empty()) {
        const auto key = takeVarint(m_left);
        m_failed = !key || *key >> 3U > MaxNumber || *key >> 3U == 0;
        if (m_failed)
            return false;
        field.key = static_cast<std::uint32_t>(*key);
        if (field.wire() != Wire::GroupStart) {
            m_failed = !value(field);
            return !m_failed;
        }
        m_failed = !skipGroup(field.number());
    }
    return false;
}

} // namespace ghostline::echo::tape
