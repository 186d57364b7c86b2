// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/codecs/echo/truth_frames.h"

namespace ghostline::test {

QByteArray firstZipEntry(const QByteArray& zip)
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

qint64 truthTime(const QByteArray& text)
{
    QDateTime time =
        QDateTime::fromString(QString::fromLatin1(text), QStringLiteral("yyyy/MM/dd HH:mm:ss.zzz"));
    time.setTimeSpec(Qt::UTC);
    return time.toMSecsSinceEpoch();
}

std::vector<TruthFrame> truthFrames(const QByteArray& zip)
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
