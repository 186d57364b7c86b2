// SPDX-License-Identifier: GPL-3.0-or-later
// Reads the head of a recorder log.
#include "codecs/carla/format/header.h"

#include "codecs/io/byte_cursor.h"

#include <algorithm>

namespace ghostline::carla {

using model::ErrorCode;
using model::Result;

Result<Header> parseHeader(std::span<const std::byte> start)
{
    io::ByteCursor in(start);
    Header header;
    header.version = in.le<std::uint16_t>();
    const std::string_view magic = in.text(in.le<std::uint16_t>());
    if (!in.ok() || magic != Magic) {
        return model::fail(
            ErrorCode::UnknownFormat,
            model::Sentence::of(QStringLiteral("not a CARLA recorder file: no mark \"%1\" at byte 4"),
                                {QString(QLatin1String(Magic))}),
            {4, {}, {}});
    }
    header.date = in.le<std::int64_t>();
    const std::string_view map = in.text(in.le<std::uint16_t>());
    if (!in.ok()) {
        return model::fail(
            ErrorCode::Damaged,
            model::Sentence::of(
                QStringLiteral(
                    "the CARLA header is cut at byte %1 (header-cut); nothing was recorded behind it"),
                {QString::number(start.size())}),
            {start.size(), {}, {}});
    }
    header.map = QByteArray(map.data(), static_cast<qsizetype>(map.size()));
    header.firstPacket = in.offset();
    return header;
}

Result<Header> readHeader(const model::ByteSource& source, std::stop_token stop)
{
    std::vector<std::byte> start(
        static_cast<std::size_t>(std::min<std::uint64_t>(source.size(), MaxHeaderBytes)));
    const auto got = source.read(0, start, std::move(stop));
    if (!got)
        return tl::unexpected(got.error());
    return parseHeader(std::span(start).first(*got));
}

QString mapName(const QByteArray& storedMap)
{
    return QString::fromUtf8(storedMap.mid(storedMap.lastIndexOf('/') + 1));
}

} // namespace ghostline::carla
