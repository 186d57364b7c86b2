// SPDX-License-Identifier: GPL-3.0-or-later
// Bits near the end of a stream, and values of any type of the tables: stepped over or as JSON.
#include "codecs/sc2/protocol/packed_reader.h"

#include "codecs/sc2/base/limits.h"

#include <QJsonArray>
#include <QJsonObject>

#include <algorithm>

namespace ghostline::sc2 {

std::uint64_t PackedReader::slowBits(unsigned count)
{
    if (!m_ok || count > m_end - m_bit) {
        m_ok = false;
        return 0;
    }
    std::uint64_t value = 0;
    while (count > 0) {
        const auto used = static_cast<unsigned>(m_bit % 8);
        const unsigned taken = std::min(count, 8 - used);
        const auto byte = std::to_integer<std::uint64_t>(m_data[m_bit / 8]);
        value = value << taken | ((byte >> used) & ((1U << taken) - 1));
        m_bit += taken;
        count -= taken;
    }
    return value;
}

std::uint64_t readCount(PackedReader& in, const Type& type, std::uint64_t itemBits)
{
    const auto count = in.bits(type.bits) + static_cast<std::uint64_t>(type.base);
    const bool tooMany = itemBits == 0 ? count > MaxEmptyItems : count > in.bitsLeft() / itemBits;
    if (tooMany || !in.ok()) {
        in.fail();
        return 0;
    }
    return count;
}

const Field* readChoice(PackedReader& in, const Type& type)
{
    const auto tag = static_cast<std::int64_t>(in.bits(type.bits));
    const auto fields = allFields().subspan(type.first, type.count);
    const auto chosen = std::ranges::find_if(fields, [tag](const Field& field) { return field.tag == tag; });
    if (!in.ok() || chosen == fields.end()) {
        in.fail();
        return nullptr;
    }
    return &*chosen;
}

void skipValue(PackedReader& in, TypeId id, int depth)
{
    const Type& type = typeOf(id);
    if (depth > MaxNesting) {
        in.fail();
    }
    if (!in.ok()) {
        return;
    }
    switch (type.kind) {
    case TypeKind::Null:
        break;
    case TypeKind::Integer:
    case TypeKind::Boolean:
    case TypeKind::FourCc:
        in.skip(type.bits);
        break;
    case TypeKind::Optional:
        if (in.bit()) {
            skipValue(in, static_cast<TypeId>(type.first), depth + 1);
        }
        break;
    case TypeKind::Choice:
        if (const Field* chosen = readChoice(in, type)) {
            skipValue(in, chosen->type, depth + 1);
        }
        break;
    case TypeKind::Array:
        for (auto left = readCount(in, type, typeOf(static_cast<TypeId>(type.first)).minBits);
             left > 0 && in.ok(); --left) {
            skipValue(in, static_cast<TypeId>(type.first), depth + 1);
        }
        break;
    case TypeKind::BitArray:
        in.skip(readCount(in, type, 1));
        break;
    case TypeKind::Blob:
        in.bytes(readCount(in, type, 8));
        break;
    case TypeKind::Struct:
        for (const Field& field : allFields().subspan(type.first, type.count)) {
            skipValue(in, field.type, depth + 1);
        }
        break;
    }
}

namespace {

/// Long bit arrays do not fit a number: as hexadecimal text then.
QJsonValue bitArrayJson(PackedReader& in, const Type& type)
{
    constexpr unsigned LongestNumber = 53;
    const auto length = readCount(in, type, 1);
    QJsonArray pair{static_cast<qint64>(length)};
    if (length <= LongestNumber) {
        pair.append(static_cast<qint64>(in.bits(static_cast<unsigned>(length))));
        return pair;
    }
    QString digits = QStringLiteral("0x");
    const auto head = static_cast<unsigned>(length % 4);
    if (head > 0) {
        digits += QString::number(in.bits(head), 16);
    }
    for (auto left = length / 4; left > 0; --left) {
        digits += QString::number(in.bits(4), 16);
    }
    pair.append(digits);
    return pair;
}

/// Text; a blob of fixed size is none, so its bytes in hexadecimal.
QJsonValue blobJson(PackedReader& in, const Type& type)
{
    const auto bytes = in.bytes(readCount(in, type, 8));
    const auto text =
        QByteArrayView(reinterpret_cast<const char*>(bytes.data()), static_cast<qsizetype>(bytes.size()));
    return type.bits > 0 ? QString::fromUtf8(text) : QString::fromLatin1(text.toByteArray().toHex());
}

QJsonValue fourCcJson(PackedReader& in)
{
    QByteArray text;
    for (int i = 0; i < 4; ++i) {
        text.append(static_cast<char>(in.bits(8)));
    }
    while (text.endsWith('\0')) {
        text.chop(1);
    }
    return QString::fromLatin1(text);
}

QJsonValue arrayJson(PackedReader& in, const Type& type, int depth)
{
    QJsonArray items;
    const auto item = static_cast<TypeId>(type.first);
    for (auto left = readCount(in, type, typeOf(item).minBits); left > 0 && in.ok(); --left) {
        items.append(readJson(in, item, depth + 1));
    }
    return items;
}

QString nameOf(const Field& field)
{
    return QString::fromLatin1(field.name.data(), static_cast<qsizetype>(field.name.size()));
}

} // namespace

QJsonValue readJson(PackedReader& in, TypeId id, int depth)
{
    const Type& type = typeOf(id);
    if (depth > MaxNesting) {
        in.fail();
    }
    if (!in.ok()) {
        return QJsonValue::Null;
    }
    QJsonObject members;
    switch (type.kind) {
    case TypeKind::Null:
        return QJsonValue::Null;
    case TypeKind::Integer:
        return static_cast<qint64>(readInteger(in, type));
    case TypeKind::Boolean:
        return in.bit();
    case TypeKind::Optional:
        return in.bit() ? readJson(in, static_cast<TypeId>(type.first), depth + 1) : QJsonValue::Null;
    case TypeKind::Choice:
        if (const Field* chosen = readChoice(in, type)) {
            members.insert(nameOf(*chosen), readJson(in, chosen->type, depth + 1));
        }
        return members;
    case TypeKind::Array:
        return arrayJson(in, type, depth);
    case TypeKind::BitArray:
        return bitArrayJson(in, type);
    case TypeKind::Blob:
        return blobJson(in, type);
    case TypeKind::FourCc:
        return fourCcJson(in);
    case TypeKind::Struct:
        for (const Field& field : allFields().subspan(type.first, type.count)) {
            members.insert(nameOf(field), readJson(in, field.type, depth + 1));
        }
        return members;
    }
    return QJsonValue::Null;
}

} // namespace ghostline::sc2
