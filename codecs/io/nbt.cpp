// SPDX-License-Identifier: GPL-3.0-or-later
// Writing NBT, and the values' own small functions.
#include "codecs/io/nbt.h"

#include <QJsonArray>

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>

namespace ghostline::io {

namespace {

template<Scalar T>
void putBe(std::vector<std::byte>& out, T value)
{
    std::array<std::byte, sizeof(T)> raw = std::bit_cast<std::array<std::byte, sizeof(T)>>(value);
    if constexpr (std::endian::native == std::endian::little)
        std::reverse(raw.begin(), raw.end());
    out.insert(out.end(), raw.begin(), raw.end());
}

void putText(std::vector<std::byte>& out, const QString& text)
{
    const auto bytes = toModifiedUtf8(text);
    putBe(out, static_cast<std::uint16_t>(bytes.size()));
    out.insert(out.end(), bytes.begin(), bytes.end());
}

void putCompound(std::vector<std::byte>& out, const NbtCompound& compound);
void putList(std::vector<std::byte>& out, const NbtList& list);

struct PayloadWriter
{
    std::vector<std::byte>& out;

    template<Scalar T>
    void operator()(T value) const
    {
        putBe(out, value);
    }
    template<Scalar T>
    void operator()(const std::vector<T>& values) const
    {
        putBe(out, static_cast<std::int32_t>(values.size()));
        for (const T value : values)
            putBe(out, value);
    }
    void operator()(const QString& text) const { putText(out, text); }
    void operator()(const NbtList& list) const { putList(out, list); }
    void operator()(const NbtCompound& compound) const { putCompound(out, compound); }
};

void putList(std::vector<std::byte>& out, const NbtList& list)
{
    NbtKind kind = list.kind;
    if (kind == NbtKind::End && !list.values.empty())
        kind = list.values.front().kind();
    // A value of another kind could not be told from damage: it is left out.
    const auto fits = [&](const NbtValue& value) { return value.kind() == kind; };
    out.push_back(static_cast<std::byte>(kind));
    putBe(out, static_cast<std::int32_t>(std::count_if(list.values.begin(), list.values.end(), fits)));
    for (const NbtValue& value : list.values) {
        if (fits(value))
            std::visit(PayloadWriter{out}, value.data());
    }
}

void putCompound(std::vector<std::byte>& out, const NbtCompound& compound)
{
    for (const auto& [name, value] : compound.entries) {
        out.push_back(static_cast<std::byte>(value.kind()));
        putText(out, name);
        std::visit(PayloadWriter{out}, value.data());
    }
    out.push_back(static_cast<std::byte>(NbtKind::End));
}

} // namespace

const NbtValue* NbtCompound::find(QStringView name) const
{
    const auto at =
        std::find_if(entries.begin(), entries.end(), [&](const auto& e) { return e.first == name; });
    return at != entries.end() ? &at->second : nullptr;
}

const NbtCompound* NbtCompound::compoundAt(QStringView name) const
{
    const NbtValue* const value = find(name);
    return value != nullptr ? value->as<NbtCompound>() : nullptr;
}

std::optional<std::int64_t> NbtCompound::integerAt(QStringView name) const
{
    const NbtValue* const value = find(name);
    return value != nullptr ? value->integer() : std::nullopt;
}

void NbtCompound::set(const QString& name, NbtValue value)
{
    const auto at =
        std::find_if(entries.begin(), entries.end(), [&](const auto& e) { return e.first == name; });
    if (at != entries.end())
        at->second = std::move(value);
    else
        entries.emplace_back(name, std::move(value));
}

std::optional<std::int64_t> NbtValue::integer() const
{
    if (const auto* v = as<std::int8_t>())
        return *v;
    if (const auto* v = as<std::int16_t>())
        return *v;
    if (const auto* v = as<std::int32_t>())
        return *v;
    if (const auto* v = as<std::int64_t>())
        return *v;
    return std::nullopt;
}

std::optional<double> NbtValue::number() const
{
    if (const auto* v = as<float>())
        return static_cast<double>(*v);
    if (const auto* v = as<double>())
        return *v;
    if (const auto whole = integer())
        return static_cast<double>(*whole);
    return std::nullopt;
}

QString NbtValue::text(const QString& otherwise) const
{
    const auto* v = as<QString>();
    return v != nullptr ? *v : otherwise;
}

void writeNbt(std::vector<std::byte>& out, const NbtCompound& root, NbtRoot kind)
{
    out.push_back(static_cast<std::byte>(NbtKind::Compound));
    if (kind == NbtRoot::Named)
        putText(out, {});
    putCompound(out, root);
}

// NBT as JSON for people and reports, and JSON as NBT for what people add.

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
    // In order: an object keeps its keys so, and each put in between would move all behind it.
    std::vector<const std::pair<QString, NbtValue>*> entries;
    entries.reserve(compound.entries.size());
    for (const auto& entry : compound.entries)
        entries.push_back(&entry);
    std::ranges::stable_sort(entries, {}, [](const auto* entry) -> const QString& { return entry->first; });
    QJsonObject object;
    const QString* before = nullptr;
    for (const auto* entry : entries) {
        if (before == nullptr || *before != entry->first) // the first one counts
            object.insert(entry->first, entry->second.toJson());
        before = &entry->first;
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

// Java's modified UTF-8: UTF-16 units one by one, NUL in two bytes.

namespace {

constexpr std::size_t MostBytes = 65535;

unsigned at(std::span<const std::byte> bytes, std::size_t i) { return std::to_integer<unsigned>(bytes[i]); }

bool continues(std::span<const std::byte> bytes, std::size_t i)
{
    return i < bytes.size() && (at(bytes, i) & 0xC0U) == 0x80U;
}

/// Bytes of the unit that begins at `i`, 0 when none does.
std::size_t unitLength(std::span<const std::byte> bytes, std::size_t i)
{
    const unsigned first = at(bytes, i);
    if (first > 0 && first < 0x80)
        return 1;
    if (first >> 5 == 6 && continues(bytes, i + 1))
        return 2;
    return first >> 4 == 14 && continues(bytes, i + 1) && continues(bytes, i + 2) ? 3 : 0;
}

std::size_t unitBytes(char16_t unit) { return unit >= 1 && unit < 0x80 ? 1 : unit < 0x800 ? 2 : 3; }

void appendUnit(std::vector<std::byte>& out, char16_t unit)
{
    const unsigned u = unit;
    const auto put = [&](unsigned byte) { out.push_back(static_cast<std::byte>(byte)); };
    switch (unitBytes(unit)) {
    case 1:
        put(u);
        break;
    case 2:
        put(0xC0U | u >> 6);
        put(0x80U | (u & 0x3FU));
        break;
    default:
        put(0xE0U | u >> 12);
        put(0x80U | (u >> 6 & 0x3FU));
        put(0x80U | (u & 0x3FU));
        break;
    }
}

} // namespace

std::optional<QString> fromModifiedUtf8(std::span<const std::byte> bytes)
{
    const bool plain = std::all_of(bytes.begin(), bytes.end(),
                                   [](std::byte b) { return b > std::byte{0} && b < std::byte{0x80}; });
    if (plain)
        return QString::fromLatin1(reinterpret_cast<const char*>(bytes.data()),
                                   static_cast<qsizetype>(bytes.size()));
    QString text;
    text.reserve(static_cast<qsizetype>(bytes.size()));
    for (std::size_t i = 0; i < bytes.size();) {
        const std::size_t length = unitLength(bytes, i);
        if (length == 0)
            return std::nullopt;
        unsigned unit = at(bytes, i) & (length == 1 ? 0x7FU : length == 2 ? 0x1FU : 0x0FU);
        for (std::size_t k = 1; k < length; ++k)
            unit = unit << 6 | (at(bytes, i + k) & 0x3FU);
        text.append(QChar(static_cast<char16_t>(unit)));
        i += length;
    }
    return text;
}

bool isModifiedUtf8(std::span<const std::byte> bytes)
{
    for (std::size_t i = 0; i < bytes.size();) {
        const std::size_t length = unitLength(bytes, i);
        if (length == 0)
            return false;
        i += length;
    }
    return true;
}

std::vector<std::byte> toModifiedUtf8(const QString& text)
{
    std::vector<std::byte> out;
    out.reserve(static_cast<std::size_t>(text.size()));
    for (qsizetype i = 0; i < text.size(); ++i) {
        const char16_t unit = text[i].unicode();
        const bool pair = QChar::isHighSurrogate(unit) && i + 1 < text.size() && text[i + 1].isLowSurrogate();
        if (out.size() + (pair ? 6 : unitBytes(unit)) > MostBytes)
            break;
        appendUnit(out, unit);
        if (pair)
            appendUnit(out, text[++i].unicode());
    }
    return out;
}

} // namespace ghostline::io
