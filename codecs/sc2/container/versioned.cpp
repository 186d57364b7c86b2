// SPDX-License-Identifier: GPL-3.0-or-later
// Self-describing values, pulled one by one or parsed to a tree. Every count is checked against the bytes
// left: no value takes less than two.
#include "codecs/sc2/container/versioned.h"

#include "codecs/sc2/base/limits.h"

#include <algorithm>
#include <limits>

namespace ghostline::sc2 {

namespace {

constexpr std::size_t LeastValueBytes = 2;
constexpr std::size_t LeastFieldBytes = 3; // tag and value

std::size_t bitArrayBytes(std::int64_t bits)
{
    return static_cast<std::size_t>(bits / 8) + (bits % 8 != 0 ? 1 : 0);
}

class TreeParser
{
public:
    explicit TreeParser(io::ByteCursor& in) : m_in(in) {}
    VersionedValue parse(int depth);
    bool tooLarge() const { return m_values > MaxTreeValues; }

private:
    std::int64_t length(std::size_t leastBytes);
    void parseFields(VersionedValue& value, int depth);
    void parseItems(VersionedValue& value, int depth);

    io::ByteCursor& m_in;
    std::size_t m_values = 0; ///< a tree takes forty times the room of its bytes
};

/// A count whose items, at so many bytes each, can still be there.
std::int64_t TreeParser::length(std::size_t leastBytes)
{
    const std::int64_t count = readVint(m_in);
    if (count < 0 || static_cast<std::uint64_t>(count) > m_in.remaining() / leastBytes)
        m_in.fail();
    return m_in.ok() ? count : 0;
}

void TreeParser::parseFields(VersionedValue& value, int depth)
{
    const auto count = static_cast<std::size_t>(length(LeastFieldBytes));
    // Grow with what is really there.
    value.items.reserve(std::min<std::size_t>(count, 64));
    value.tags.reserve(std::min<std::size_t>(count, 64));
    for (std::size_t i = 0; i < count && m_in.ok(); ++i) {
        value.tags.push_back(readVint(m_in));
        value.items.push_back(parse(depth + 1));
    }
}

void TreeParser::parseItems(VersionedValue& value, int depth)
{
    const auto count = static_cast<std::size_t>(length(LeastValueBytes));
    value.items.reserve(std::min<std::size_t>(count, 64));
    for (std::size_t i = 0; i < count && m_in.ok(); ++i)
        value.items.push_back(parse(depth + 1));
}

VersionedValue TreeParser::parse(int depth)
{
    VersionedValue value;
    const std::uint8_t kind = m_in.u8();
    ++m_values;
    if (tooLarge() || depth > MaxNesting || kind > static_cast<std::uint8_t>(VersionedKind::Vint)) {
        m_in.fail();
        return value;
    }
    value.kind = static_cast<VersionedKind>(kind);
    switch (value.kind) {
    case VersionedKind::Array:
        parseItems(value, depth);
        break;
    case VersionedKind::BitArray:
        value.number = readVint(m_in);
        if (value.number < 0)
            m_in.fail();
        else
            value.bytes = m_in.text(bitArrayBytes(value.number));
        break;
    case VersionedKind::Blob:
        value.bytes = m_in.text(static_cast<std::size_t>(length(1)));
        break;
    case VersionedKind::Choice:
        value.number = readVint(m_in);
        value.items.push_back(parse(depth + 1));
        break;
    case VersionedKind::Optional:
        value.number = m_in.u8() != 0 ? 1 : 0;
        if (value.number != 0)
            value.items.push_back(parse(depth + 1));
        break;
    case VersionedKind::Struct:
        parseFields(value, depth);
        break;
    case VersionedKind::U8:
        value.number = m_in.u8();
        break;
    case VersionedKind::Fixed4:
        value.number = m_in.be<std::uint32_t>();
        break;
    case VersionedKind::Fixed8:
        value.number = m_in.be<std::int64_t>();
        break;
    case VersionedKind::Vint:
        value.number = readVint(m_in);
        break;
    }
    return value;
}

} // namespace

std::int64_t readLongVint(io::ByteCursor& in, std::uint8_t first)
{
    constexpr unsigned LastShift = 62; // two bits are left for the byte there
    std::uint64_t magnitude = (first & 0x7FU) >> 1;
    for (unsigned shift = 6;; shift += 7) {
        const std::uint8_t next = in.u8();
        const std::uint64_t part = next & 0x7FU;
        if (shift > LastShift || (shift == LastShift && part > 3)) {
            in.fail();
            return 0;
        }
        magnitude |= part << shift;
        if ((next & 0x80) == 0)
            break;
    }
    if (!in.ok())
        return 0;
    return static_cast<std::int64_t>((first & 1) != 0 ? 0 - magnitude : magnitude);
}

bool VersionedReader::expect(VersionedKind kind)
{
    if (m_in.u8() != static_cast<std::uint8_t>(kind))
        m_in.fail();
    return m_in.ok();
}

std::int64_t VersionedReader::fixedInteger(std::uint8_t kind)
{
    switch (static_cast<VersionedKind>(kind)) {
    case VersionedKind::U8:
        return m_in.u8();
    case VersionedKind::Fixed4:
        return m_in.be<std::uint32_t>();
    case VersionedKind::Fixed8:
        return m_in.be<std::int64_t>();
    default:
        m_in.fail();
        return 0;
    }
}

/// A count that the bytes left can hold, at one byte an item at least.
std::uint32_t VersionedReader::count()
{
    const std::int64_t items = readVint(m_in);
    constexpr auto Most = static_cast<std::int64_t>(std::numeric_limits<std::uint32_t>::max());
    if (items < 0 || items > Most || static_cast<std::uint64_t>(items) > m_in.remaining())
        m_in.fail();
    return m_in.ok() ? static_cast<std::uint32_t>(items) : 0;
}

std::string_view VersionedReader::blob()
{
    return expect(VersionedKind::Blob) ? m_in.text(count()) : std::string_view{};
}

std::uint32_t VersionedReader::structFields() { return expect(VersionedKind::Struct) ? count() : 0; }

std::uint32_t VersionedReader::arrayItems() { return expect(VersionedKind::Array) ? count() : 0; }

bool VersionedReader::optional() { return expect(VersionedKind::Optional) && m_in.u8() != 0; }

std::int64_t VersionedReader::choiceTag() { return expect(VersionedKind::Choice) ? readVint(m_in) : 0; }

void VersionedReader::skip(int depth)
{
    const std::uint8_t kind = m_in.u8();
    if (depth > MaxNesting) {
        m_in.fail();
        return;
    }
    switch (static_cast<VersionedKind>(kind)) {
    case VersionedKind::Array: {
        const std::uint32_t items = count();
        for (std::uint32_t i = 0; i < items && m_in.ok(); ++i)
            skip(depth + 1);
        break;
    }
    case VersionedKind::BitArray: {
        const std::int64_t bits = readVint(m_in);
        if (bits < 0)
            m_in.fail();
        else
            m_in.skip(bitArrayBytes(bits));
        break;
    }
    case VersionedKind::Blob:
        m_in.skip(count());
        break;
    case VersionedKind::Choice:
        readVint(m_in);
        skip(depth + 1);
        break;
    case VersionedKind::Optional:
        if (m_in.u8() != 0)
            skip(depth + 1);
        break;
    case VersionedKind::Struct: {
        const std::uint32_t fields = count();
        for (std::uint32_t i = 0; i < fields && m_in.ok(); ++i) {
            readVint(m_in);
            skip(depth + 1);
        }
        break;
    }
    case VersionedKind::U8:
        m_in.skip(1);
        break;
    case VersionedKind::Fixed4:
        m_in.skip(4);
        break;
    case VersionedKind::Fixed8:
        m_in.skip(8);
        break;
    case VersionedKind::Vint:
        readVint(m_in);
        break;
    default:
        m_in.fail();
        break;
    }
}

const VersionedValue* VersionedValue::present() const
{
    if (kind != VersionedKind::Optional)
        return this;
    return items.empty() ? nullptr : &items.front();
}

const VersionedValue* VersionedValue::field(std::int64_t tag) const
{
    const auto at = std::find(tags.begin(), tags.end(), tag);
    if (at == tags.end())
        return nullptr;
    const auto index = static_cast<std::size_t>(at - tags.begin());
    return index < items.size() ? items[index].present() : nullptr;
}

std::int64_t VersionedValue::integer(std::int64_t tag, std::int64_t otherwise) const
{
    const VersionedValue* value = field(tag);
    if (value == nullptr)
        return otherwise;
    switch (value->kind) {
    case VersionedKind::U8:
    case VersionedKind::Fixed4:
    case VersionedKind::Fixed8:
    case VersionedKind::Vint:
        return value->number;
    default:
        return otherwise;
    }
}

std::string_view VersionedValue::blob(std::int64_t tag) const
{
    const VersionedValue* value = field(tag);
    return value != nullptr && value->kind == VersionedKind::Blob ? value->bytes : std::string_view{};
}

model::Result<VersionedValue> parseVersioned(io::ByteCursor& in)
{
    TreeParser parser(in);
    VersionedValue value = parser.parse(0);
    if (parser.tooLarge())
        return model::fail(model::ErrorCode::LimitExceeded,
                           QStringLiteral("A self-describing value holds more than %1 values at byte %2")
                               .arg(MaxTreeValues)
                               .arg(in.offset()),
                           {in.offset(), {}, {}});
    if (const auto status = in.status(QStringLiteral("A self-describing value")); !status)
        return tl::unexpected(status.error());
    return value;
}

} // namespace ghostline::sc2
