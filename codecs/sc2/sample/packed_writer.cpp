// SPDX-License-Identifier: GPL-3.0-or-later
#include "codecs/sc2/sample/packed_writer.h"

#include "model/base/text.h"

#include <QJsonArray>

#include <algorithm>

namespace ghostline::sc2 {

namespace {

constexpr std::string_view Inlined = "__parent";

std::span<const Field> fieldsOf(const Type& type) { return allFields().subspan(type.first, type.count); }

/// Of a number, whichever way JSON holds it.
std::int64_t number(const QJsonValue& json)
{
    return json.isBool() ? (json.toBool() ? 1 : 0) : json.toInteger();
}

void putLength(PackedWriter& out, const Type& type, std::size_t length)
{
    if (type.bits > 0)
        out.bits(static_cast<std::uint64_t>(static_cast<std::int64_t>(length) - type.base), type.bits);
}

std::uint64_t randomBits(io::Random& random, unsigned count)
{
    const std::uint64_t all = random.next();
    return count == 0 ? 0 : all >> (64 - count);
}

/// How many: mostly few, and never more than can be told.
int randomLength(io::Random& random, const Type& type, int size)
{
    if (type.bits == 0)
        return static_cast<int>(type.base);
    const std::int64_t most = type.base + (std::int64_t{1} << std::min<unsigned>(type.bits, 30)) - 1;
    const auto least = std::max<std::int64_t>(type.base, 0);
    const std::int64_t room = std::min<std::int64_t>(most - least, size);
    return static_cast<int>(least) + random.below(static_cast<int>(room) + 1);
}

QString randomText(io::Random& random, int length)
{
    QString out;
    for (int i = 0; i < length; ++i)
        out.append(QLatin1Char(static_cast<char>('a' + random.below(26))));
    return out;
}

QJsonObject randomFields(io::Random& random, const Type& type, int size)
{
    QJsonObject out;
    for (const Field& field : fieldsOf(type)) {
        const QJsonValue value = randomValue(random, field.type, size);
        if (field.name == Inlined && value.isObject()) {
            const QJsonObject inner = value.toObject();
            for (auto it = inner.begin(); it != inner.end(); ++it)
                out.insert(it.key(), it.value());
        } else {
            out.insert(model::textOf(field.name), value);
        }
    }
    return out;
}

} // namespace

void PackedWriter::bits(std::uint64_t value, unsigned count)
{
    while (count > 0) {
        if (m_used == 8) {
            m_bytes.push_back(std::byte{0});
            m_used = 0;
        }
        const unsigned now = std::min(count, 8 - m_used);
        const auto chunk = static_cast<unsigned>(value >> (count - now)) & ((1U << now) - 1U);
        m_bytes.back() |= static_cast<std::byte>(chunk << m_used);
        m_used += now;
        count -= now;
    }
}

void PackedWriter::bytes(std::span<const std::byte> bytes)
{
    align();
    m_bytes.insert(m_bytes.end(), bytes.begin(), bytes.end());
}

std::uint64_t PackedWriter::bitPosition() const { return m_bytes.size() * 8 - (8 - m_used); }

void PackedWriter::varUint32(std::uint32_t value)
{
    constexpr unsigned Widths[] = {6, 14, 22, 32};
    unsigned tag = 0;
    while (tag < 3 && (value >> Widths[tag]) != 0)
        ++tag;
    bits(tag, 2);
    bits(value, Widths[tag]);
}

void PackedWriter::structure(const Type& type, const QJsonObject& fields)
{
    for (const Field& field : fieldsOf(type))
        value(field.type, field.name == Inlined && !fields.contains(model::textOf(Inlined))
                              ? QJsonValue(fields)
                              : fields.value(model::textOf(field.name)));
}

void PackedWriter::choice(const Type& type, const QJsonObject& chosen)
{
    const auto fields = fieldsOf(type);
    const Field* field = fields.empty() ? nullptr : &fields.front();
    for (const Field& each : fields) {
        if (chosen.contains(model::textOf(each.name)))
            field = &each;
    }
    if (field == nullptr)
        return;
    bits(static_cast<std::uint64_t>(field->tag - type.base), type.bits);
    value(field->type, chosen.value(model::textOf(field->name)));
}

void PackedWriter::value(TypeId id, const QJsonValue& json)
{
    const Type& type = typeOf(id);
    switch (type.kind) {
    case TypeKind::Null:
        break;
    case TypeKind::Integer: {
        // What is left out is nothing, or the least there is above it.
        const std::int64_t said =
            json.isUndefined() || json.isNull() ? std::max<std::int64_t>(type.base, 0) : number(json);
        bits(static_cast<std::uint64_t>(said) - static_cast<std::uint64_t>(type.base), type.bits);
        break;
    }
    case TypeKind::Boolean:
        bits(number(json) != 0 ? 1 : 0, 1);
        break;
    case TypeKind::Optional: {
        const bool present = !json.isNull() && !json.isUndefined();
        bits(present ? 1 : 0, 1);
        if (present)
            value(static_cast<TypeId>(type.first), json);
        break;
    }
    case TypeKind::Choice:
        choice(type, json.toObject());
        break;
    case TypeKind::Array: {
        const QJsonArray items = json.toArray();
        const auto count = type.bits == 0 ? static_cast<qsizetype>(type.base) : items.size();
        putLength(*this, type, static_cast<std::size_t>(count));
        for (qsizetype i = 0; i < count; ++i)
            value(static_cast<TypeId>(type.first), items.at(i));
        break;
    }
    case TypeKind::BitArray: {
        const QJsonArray pair = json.toArray();
        const auto length = static_cast<unsigned>(pair.at(0).toInteger());
        putLength(*this, type, length);
        bits(static_cast<std::uint64_t>(pair.at(1).toInteger()), length);
        break;
    }
    case TypeKind::Blob: {
        QByteArray all = json.toString().toUtf8();
        // Those of a fixed size are no text: two hexadecimal digits for each byte.
        if (type.bits == 0)
            all = QByteArray::fromHex(all).leftJustified(static_cast<qsizetype>(type.base), '\0', true);
        putLength(*this, type, static_cast<std::size_t>(all.size()));
        bytes(std::as_bytes(std::span(all.constData(), static_cast<std::size_t>(all.size()))));
        break;
    }
    case TypeKind::FourCc: {
        const QByteArray four = json.toString().toUtf8().leftJustified(4, '\0', true);
        for (const char c : four)
            bits(static_cast<unsigned char>(c), 8);
        break;
    }
    case TypeKind::Struct:
        structure(type, json.toObject());
        break;
    }
}

void PackedWriter::event(std::uint32_t delta, unsigned user, unsigned idBits, const EventType& type,
                         const QJsonValue& fields)
{
    align();
    varUint32(delta);
    bits(user, 5);
    bits(type.id, idBits);
    value(type.type, fields);
    align();
}

QJsonValue randomValue(io::Random& random, TypeId id, int size)
{
    const Type& type = typeOf(id);
    switch (type.kind) {
    case TypeKind::Null:
        return {};
    case TypeKind::Integer:
        return static_cast<qint64>(randomBits(random, type.bits) + static_cast<std::uint64_t>(type.base));
    case TypeKind::Boolean:
        return random.chance(0.5);
    case TypeKind::Optional:
        return random.chance(0.6) ? randomValue(random, static_cast<TypeId>(type.first), size) : QJsonValue();
    case TypeKind::Choice: {
        const auto fields = fieldsOf(type);
        const Field& field = fields[static_cast<std::size_t>(random.below(static_cast<int>(fields.size())))];
        QJsonObject out;
        out.insert(model::textOf(field.name), randomValue(random, field.type, size));
        return out;
    }
    case TypeKind::Array: {
        QJsonArray out;
        const int count = randomLength(random, type, size);
        for (int i = 0; i < count; ++i)
            out.append(randomValue(random, static_cast<TypeId>(type.first), size));
        return out;
    }
    case TypeKind::BitArray: {
        const int length = randomLength(random, type, std::min(size * 4, 48));
        const auto all = static_cast<qint64>(randomBits(random, static_cast<unsigned>(length)));
        return QJsonArray{length, all};
    }
    case TypeKind::Blob: {
        const QString some = randomText(random, randomLength(random, type, size * 2));
        return type.bits > 0 ? some : QString::fromLatin1(some.toLatin1().toHex());
    }
    case TypeKind::FourCc:
        return randomText(random, 4);
    case TypeKind::Struct:
        return randomFields(random, type, size);
    }
    return {};
}

} // namespace ghostline::sc2
