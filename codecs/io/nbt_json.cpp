// SPDX-License-Identifier: GPL-3.0-or-later
// NBT as JSON for people and reports, and JSON as NBT for what people add.
#include "codecs/io/nbt.h"

#include <QJsonArray>

#include <cmath>
#include <limits>

namespace ghostline::io {

namespace {

struct ToJson
{
    template<std::integral T>
    QJsonValue operator()(T value) const
    {
        return QJsonValue(static_cast<qint64>(value));
    }
    template<std::floating_point T>
    QJsonValue operator()(T value) const
    {
        return QJsonValue(static_cast<double>(value));
    }
    template<Scalar T>
    QJsonValue operator()(const std::vector<T>& values) const
    {
        QJsonArray array;
        for (const T value : values)
            array.append(QJsonValue(static_cast<qint64>(value)));
        return array;
    }
    QJsonValue operator()(const QString& text) const { return text; }
    QJsonValue operator()(const NbtList& list) const
    {
        QJsonArray array;
        for (const NbtValue& value : list.values)
            array.append(value.toJson());
        return array;
    }
    QJsonValue operator()(const NbtCompound& compound) const { return nbtToJson(compound); }
};

NbtValue fromJson(const QJsonValue& value);

NbtValue fromNumber(const QJsonValue& value)
{
    const double number = value.toDouble();
    constexpr qint64 None = std::numeric_limits<qint64>::min();
    const qint64 whole = value.toInteger(None);
    if (whole == None && number != static_cast<double>(None))
        return number;
    if (whole >= std::numeric_limits<std::int32_t>::min() &&
        whole <= std::numeric_limits<std::int32_t>::max())
        return static_cast<std::int32_t>(whole);
    return static_cast<std::int64_t>(whole);
}

/// All numbers of a list in the widest kind among them.
void widen(NbtList& list)
{
    bool real = false;
    bool wide = false;
    for (const NbtValue& value : list.values) {
        if (!value.number() || value.kind() == NbtKind::Byte)
            return;
        real = real || value.kind() == NbtKind::Double;
        wide = wide || value.kind() == NbtKind::Long;
    }
    for (NbtValue& value : list.values) {
        if (real)
            value = *value.number();
        else if (wide)
            value = *value.integer();
    }
}

/// One kind for all: numbers widen, what differs beyond that is wrapped in compounds with an empty name, as
/// the game does.
NbtList fromArray(const QJsonArray& array)
{
    NbtList list;
    list.values.reserve(static_cast<std::size_t>(array.size()));
    for (const auto element : array) {
        if (!element.isNull())
            list.values.push_back(fromJson(element));
    }
    widen(list);
    bool mixed = false;
    for (const NbtValue& value : list.values)
        mixed = mixed || value.kind() != list.values.front().kind();
    if (mixed) {
        for (NbtValue& value : list.values) {
            if (value.kind() == NbtKind::Compound)
                continue;
            NbtCompound wrapped;
            wrapped.set(QString(), std::move(value));
            value = std::move(wrapped);
        }
    }
    if (!list.values.empty())
        list.kind = list.values.front().kind();
    return list;
}

NbtValue fromJson(const QJsonValue& value)
{
    if (value.isBool())
        return static_cast<std::int8_t>(value.toBool() ? 1 : 0);
    if (value.isDouble())
        return fromNumber(value);
    if (value.isArray())
        return fromArray(value.toArray());
    if (value.isObject())
        return nbtFromJson(value.toObject());
    return value.toString();
}

} // namespace

QJsonValue NbtValue::toJson() const { return std::visit(ToJson{}, m_data); }

QJsonObject nbtToJson(const NbtCompound& compound)
{
    QJsonObject object;
    for (const auto& [name, value] : compound.entries) {
        if (!object.contains(name)) // the first one counts
            object.insert(name, value.toJson());
    }
    return object;
}

NbtCompound nbtFromJson(const QJsonObject& object)
{
    NbtCompound compound;
    compound.entries.reserve(static_cast<std::size_t>(object.size()));
    for (auto it = object.begin(); it != object.end(); ++it) {
        if (!it.value().isNull())
            compound.entries.emplace_back(it.key(), fromJson(it.value()));
    }
    return compound;
}

} // namespace ghostline::io
