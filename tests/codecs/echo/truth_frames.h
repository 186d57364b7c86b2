// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// The recordings that the reference .butter files were made of, read without the codec under test: ZIP, text,
// JSON.
#include "codecs/io/byte_cursor.h"
#include "codecs/io/decompress.h"

#include <QDateTime>
#include <QJsonDocument>
#include <QJsonObject>

#include <optional>

namespace ghostline::test {

struct TruthFrame
{
    qint64 timeMs = 0;
    QJsonObject session;
    QJsonObject bones; ///< empty without a third column
};

/// First entry of a ZIP, found by its central directory.
inline QByteArray firstZipEntry(const QByteArray& zip)
{
    const qsizetype end = zip.lastIndexOf(QByteArray("PK\5\6", 4));
    if (end < 0)
        return {};
    const auto* at = reinterpret_cast<const std::byte*>(zip.constData());
    const auto* entry = at + io::loadLe<std::uint32_t>(at + end + 16);
    const auto method = io::loadLe<std::uint16_t>(entry + 10);
    const auto packed = io::loadLe<std::uint32_t>(entry + 20);
    const auto* local = at + io::loadLe<std::uint32_t>(entry + 42);
    const auto* data =
        local + 30 + io::loadLe<std::uint16_t>(local + 26) + io::loadLe<std::uint16_t>(local + 28);
    if (method == 0)
        return {reinterpret_cast<const char*>(data), static_cast<qsizetype>(packed)};
    const auto text =
        io::decompress(io::Compression::Deflate, std::span(data, packed), std::uint64_t{1} << 30);
    if (!text)
        return {};
    return {reinterpret_cast<const char*>(text->data()), static_cast<qsizetype>(text->size())};
}

inline qint64 truthTime(const QByteArray& text)
{
    QDateTime time =
        QDateTime::fromString(QString::fromLatin1(text), QStringLiteral("yyyy/MM/dd HH:mm:ss.zzz"));
    time.setTimeSpec(Qt::UTC);
    return time.toMSecsSinceEpoch();
}

inline std::vector<TruthFrame> truthFrames(const QByteArray& zip)
{
    std::vector<TruthFrame> out;
    const QByteArray text = firstZipEntry(zip);
    for (const QByteArray& line : text.split('\n')) {
        const QList<QByteArray> columns = line.trimmed().split('\t');
        if (columns.size() < 2)
            continue;
        TruthFrame frame{truthTime(columns[0]), QJsonDocument::fromJson(columns[1]).object(), {}};
        if (columns.size() > 2)
            frame.bones = QJsonDocument::fromJson(columns[2]).object();
        out.push_back(std::move(frame));
    }
    return out;
}

} // namespace ghostline::test
