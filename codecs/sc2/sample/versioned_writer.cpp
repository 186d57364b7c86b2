// SPDX-License-Identifier: GPL-3.0-or-later
#include "codecs/sc2/sample/versioned_writer.h"

namespace ghostline::sc2 {

VersionedWriter& VersionedWriter::kind(VersionedKind k)
{
    m_bytes.push_back(static_cast<std::byte>(k));
    return *this;
}

VersionedWriter& VersionedWriter::raw(std::string_view bytes)
{
    const auto all = std::as_bytes(std::span(bytes.data(), bytes.size()));
    m_bytes.insert(m_bytes.end(), all.begin(), all.end());
    return *this;
}

VersionedWriter& VersionedWriter::vint(std::int64_t value)
{
    const bool negative = value < 0;
    // Unsigned, so that the least number of all has a magnitude too.
    std::uint64_t rest =
        negative ? ~static_cast<std::uint64_t>(value) + 1 : static_cast<std::uint64_t>(value);
    auto byte = static_cast<unsigned>((rest & 0x3FU) << 1) | (negative ? 1U : 0U);
    rest >>= 6;
    while (rest != 0) {
        m_bytes.push_back(static_cast<std::byte>(byte | 0x80U));
        byte = static_cast<unsigned>(rest & 0x7FU);
        rest >>= 7;
    }
    m_bytes.push_back(static_cast<std::byte>(byte));
    return *this;
}

VersionedWriter& VersionedWriter::integer(std::int64_t value)
{
    return kind(VersionedKind::Vint).vint(value);
}

VersionedWriter& VersionedWriter::u8(std::uint8_t value)
{
    kind(VersionedKind::U8);
    m_bytes.push_back(static_cast<std::byte>(value));
    return *this;
}

VersionedWriter& VersionedWriter::fixed4(std::uint32_t value)
{
    kind(VersionedKind::Fixed4);
    for (unsigned shift = 32; shift > 0; shift -= 8) // the highest first
        m_bytes.push_back(static_cast<std::byte>((value >> (shift - 8)) & 0xFFU));
    return *this;
}

VersionedWriter& VersionedWriter::fixed8(std::uint64_t value)
{
    kind(VersionedKind::Fixed8);
    for (unsigned shift = 64; shift > 0; shift -= 8)
        m_bytes.push_back(static_cast<std::byte>((value >> (shift - 8)) & 0xFFU));
    return *this;
}

VersionedWriter& VersionedWriter::blob(std::string_view bytes)
{
    return kind(VersionedKind::Blob).vint(static_cast<std::int64_t>(bytes.size())).raw(bytes);
}

VersionedWriter& VersionedWriter::bitArray(std::uint32_t bits, std::string_view bytes)
{
    return kind(VersionedKind::BitArray).vint(bits).raw(bytes);
}

VersionedWriter& VersionedWriter::array(std::size_t items)
{
    return kind(VersionedKind::Array).vint(static_cast<std::int64_t>(items));
}

VersionedWriter& VersionedWriter::structure(std::size_t fields)
{
    return kind(VersionedKind::Struct).vint(static_cast<std::int64_t>(fields));
}

VersionedWriter& VersionedWriter::choice(std::int64_t number)
{
    return kind(VersionedKind::Choice).vint(number);
}

VersionedWriter& VersionedWriter::optional(bool present)
{
    kind(VersionedKind::Optional);
    m_bytes.push_back(static_cast<std::byte>(present ? 1 : 0));
    return *this;
}

VersionedWriter& VersionedWriter::event(std::int64_t delta, int eventKind)
{
    // The same choice of widths as in the bit-packed streams, here only a tag.
    const int width = delta < 1 << 6 ? 0 : delta < 1 << 14 ? 1 : delta < 1 << 22 ? 2 : 3;
    return choice(width).integer(delta).integer(eventKind);
}

VersionedWriter& VersionedWriter::value(const VersionedValue& tree)
{
    switch (tree.kind) {
    case VersionedKind::Array:
        array(tree.items.size());
        break;
    case VersionedKind::BitArray:
        return bitArray(static_cast<std::uint32_t>(tree.number), tree.bytes);
    case VersionedKind::Blob:
        return blob(tree.bytes);
    case VersionedKind::Choice:
        choice(tree.number);
        break;
    case VersionedKind::Optional:
        optional(!tree.items.empty());
        break;
    case VersionedKind::Struct:
        structure(tree.items.size());
        for (std::size_t i = 0; i < tree.items.size(); ++i)
            tag(tree.tags[i]).value(tree.items[i]);
        return *this;
    case VersionedKind::U8:
        return u8(static_cast<std::uint8_t>(tree.number));
    case VersionedKind::Fixed4:
        return fixed4(static_cast<std::uint32_t>(tree.number));
    case VersionedKind::Fixed8:
        return fixed8(static_cast<std::uint64_t>(tree.number));
    case VersionedKind::Vint:
        return integer(tree.number);
    }
    for (const VersionedValue& item : tree.items)
        value(item);
    return *this;
}

} // namespace ghostline::sc2
