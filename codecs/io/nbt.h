// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// NBT, the tagged trees of Minecraft: big-endian, strings in Java's modified UTF-8, root with or without a
// name. Values, writing them and JSON; nbt_read.h reads.
#include "codecs/io/byte_cursor.h"

#include <QJsonObject>
#include <QString>

#include <memory>
#include <span>
#include <variant>
#include <vector>

namespace ghostline::io {

enum class NbtKind : std::uint8_t {
    End = 0,
    Byte,
    Short,
    Int,
    Long,
    Float,
    Double,
    ByteArray,
    String,
    List,
    Compound,
    IntArray,
    LongArray
};

class NbtValue;

/// In the order of the file, which writing keeps. Names may repeat in a damaged file; the first one counts.
struct NbtCompound
{
    std::vector<std::pair<QString, NbtValue>> entries;
    const NbtValue* find(QStringView name) const;
    /// Null where there is none, or something else.
    const NbtCompound* compoundAt(QStringView name) const;
    /// A whole number of any kind.
    std::optional<std::int64_t> integerAt(QStringView name) const;
    /// Replaces or appends.
    void set(const QString& name, NbtValue value);
};

/// All of one kind; an empty list keeps the kind it was written with (End included).
struct NbtList
{
    NbtKind kind = NbtKind::End;
    std::vector<NbtValue> values;
};

class NbtValue
{
public:
    using Data = std::variant<std::int8_t, std::int16_t, std::int32_t, std::int64_t, float, double,
                              std::vector<std::int8_t>, QString, NbtList, NbtCompound,
                              std::vector<std::int32_t>, std::vector<std::int64_t>>;
    NbtValue() = default;
    template<typename T>
    NbtValue(T value)
        : m_data(std::move(value)) // NOLINT(google-explicit-constructor): reads as the value it is
    {
    }
    NbtKind kind() const { return static_cast<NbtKind>(m_data.index() + 1); }
    const Data& data() const { return m_data; }
    template<typename T>
    const T* as() const
    {
        return std::get_if<T>(&m_data);
    }
    template<typename T>
    T* as()
    {
        return std::get_if<T>(&m_data);
    }
    /// Any whole number kind; nothing for the others.
    std::optional<std::int64_t> integer() const;
    std::optional<double> number() const;
    QString text(const QString& otherwise = {}) const;
    QJsonValue toJson() const;

private:
    Data m_data = std::int8_t{0};
};

enum class NbtRoot { Nameless, Named };

void writeNbt(std::vector<std::byte>& out, const NbtCompound& root, NbtRoot kind = NbtRoot::Nameless);
QJsonObject nbtToJson(const NbtCompound& compound);
/// Whole numbers become the smallest of int and long that holds them, others double, booleans byte.
NbtCompound nbtFromJson(const QJsonObject& object);

/// Modified UTF-8: NUL as C0 80, characters beyond the BMP as surrogates of three bytes each. Lone
/// surrogates are kept. Nothing for bytes that are not.
std::optional<QString> fromModifiedUtf8(std::span<const std::byte> bytes);
bool isModifiedUtf8(std::span<const std::byte> bytes);
/// At most 65535 bytes; what is longer is cut at a character.
std::vector<std::byte> toModifiedUtf8(const QString& text);

} // namespace ghostline::io
