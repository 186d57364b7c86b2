// SPDX-License-Identifier: GPL-3.0-or-later
// Java's modified UTF-8: UTF-16 units one by one, NUL in two bytes.
#include "codecs/io/nbt.h"

#include <algorithm>

namespace ghostline::io {

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
