// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// Numbers and bytes as the reports write them.
#include "codecs/ironcurtain/types.h"

#include <QJsonValue>
#include <QString>

#include <optional>
#include <span>

namespace ghostline::ironcurtain {

inline QJsonValue jsonNumber(std::uint64_t value) { return static_cast<qint64>(value); }
inline QJsonValue jsonNumber(std::optional<std::int64_t> value)
{
    return value ? QJsonValue(static_cast<qint64>(*value)) : QJsonValue();
}
inline QString hexText(std::span<const std::byte> bytes)
{
    const QByteArray raw(reinterpret_cast<const char*>(bytes.data()), static_cast<qsizetype>(bytes.size()));
    return QString::fromLatin1(raw.toHex());
}

} // namespace ghostline::ironcurtain
