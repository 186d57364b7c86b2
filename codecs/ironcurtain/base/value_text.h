// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// Small values as text and as JSON, the same wherever they are told.
#include "codecs/ironcurtain/base/types.h"

#include <QJsonArray>
#include <QString>

#include <array>
#include <limits>
#include <optional>
#include <span>

namespace ghostline::ironcurtain {

/// The name of an enumerator; "Unknown" beyond the list.
template<std::size_t N, typename Enum>
QString named(const std::array<const char*, N>& names, Enum value)
{
    const auto at = static_cast<std::size_t>(value);
    return QString::fromLatin1(at < N ? names[at] : "Unknown");
}

inline QJsonValue wholeNumber(std::uint64_t value) { return static_cast<qint64>(value); }

/// "3:2": index and generation.
inline QString tagText(UnitTag tag)
{
    return QString::number(tag.index) + QLatin1Char(':') + QString::number(tag.generation);
}

inline QString hexText(std::span<const std::byte> bytes)
{
    const auto* data = reinterpret_cast<const char*>(bytes.data());
    return QString::fromLatin1(QByteArray::fromRawData(data, static_cast<qsizetype>(bytes.size())).toHex());
}

/// [x, y, z] in the format's own units.
inline QJsonArray placeJson(const WorldPos& at) { return {at.x, at.y, at.z}; }

/// Whole numbers stay exact: those that no signed number holds become text.
inline QJsonValue jsonNumber(std::uint64_t value)
{
    if (value > static_cast<std::uint64_t>(std::numeric_limits<qint64>::max()))
        return QString::number(value);
    return static_cast<qint64>(value);
}
inline QJsonValue jsonNumber(std::optional<std::int64_t> value)
{
    return value ? QJsonValue(static_cast<qint64>(*value)) : QJsonValue();
}

} // namespace ghostline::ironcurtain
