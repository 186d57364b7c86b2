// SPDX-License-Identifier: GPL-3.0-or-later
// The first 256 bytes.
#include "codecs/recording/header.h"

#include "codecs/recording/limits.h"

#include <algorithm>

namespace ghostline::recording {

using model::ErrorCode;
using model::Result;

namespace {

constexpr std::array<std::byte, 4> Magic{std::byte{'H'}, std::byte{'C'}, std::byte{'R'}, std::byte{'P'}};
constexpr std::size_t S1WorldVersion = 16;

tl::unexpected<model::Error> corrupt(const QString& why, std::uint64_t offset)
{
    model::Location where;
    where.offset = offset;
    return model::fail(ErrorCode::Damaged, QStringLiteral("the header is corrupt: %1").arg(why), where);
}

/// The lengths and counts, which guard everything that is read after them.
Result<void> checkGuards(const Header& header)
{
    const struct
    {
        const char* what;
        std::int32_t value;
    } fields[] = {{"metadata length", header.metadataBytes},
                  {"index length", header.indexBytes},
                  {"tick count", header.tickCount},
                  {"chunk count", header.chunkCount}};
    for (const auto& field : fields) {
        if (field.value < 0)
            return corrupt(QStringLiteral("its %1 is %2").arg(QLatin1String(field.what)).arg(field.value), 0);
    }
    if (header.preambleBytes() > MaxPreamble)
        return model::fail(ErrorCode::LimitExceeded,
                           QStringLiteral("header, metadata and index would be %1 bytes; %2 are the most")
                               .arg(header.preambleBytes())
                               .arg(MaxPreamble));
    return {};
}

} // namespace

QString Header::worldIdText() const
{
    const QByteArray raw(reinterpret_cast<const char*>(worldId.data()),
                         static_cast<qsizetype>(worldId.size()));
    QString text = QString::fromLatin1(raw.toHex());
    for (const int at : {20, 16, 12, 8})
        text.insert(at, u'-');
    return text;
}

Result<Profile> detectProfile(std::span<const std::byte> start)
{
    if (start.size() < Magic.size() || !std::equal(Magic.begin(), Magic.end(), start.begin()))
        return model::fail(ErrorCode::UnknownFormat,
                           QStringLiteral("this is no recording: its magic is missing"), {0, {}, {}});
    if (start.size() < 6)
        return corrupt(QStringLiteral("it ends before its version"), start.size());
    const auto first = std::to_integer<unsigned>(start[4]);
    const auto second = std::to_integer<unsigned>(start[5]);
    if (first == 1)
        return Profile::S1;
    if (first == 0 && second == 4)
        return Profile::H4;
    if (first == 0 && second == 5)
        return Profile::H5;
    return model::fail(ErrorCode::Unsupported,
                       QStringLiteral("unsupported version %1").arg(first != 0 ? first : second),
                       {4, {}, {}});
}

Result<Header> readHeader(std::span<const std::byte> start)
{
    const auto profile = detectProfile(start);
    if (!profile)
        return tl::unexpected(profile.error());
    if (start.size() < HeaderBytes)
        return corrupt(QStringLiteral("only %1 of its %2 bytes are there").arg(start.size()).arg(HeaderBytes),
                       start.size());
    Header header;
    header.profile = *profile;
    const bool draft = *profile == Profile::S1;
    io::ByteCursor in(start.first(HeaderBytes));
    in.skip(draft ? 5 : 6);
    header.flags = in.be<std::uint16_t>();
    const auto world = in.bytes(header.worldId.size());
    std::copy(world.begin(), world.end(), header.worldId.begin());
    const std::size_t versionAt = in.position();
    const std::size_t versionBytes = draft ? S1WorldVersion : in.u8();
    if (versionBytes > MaxWorldVersion)
        return corrupt(QStringLiteral("its world version is %1 bytes long, %2 are the most")
                           .arg(versionBytes)
                           .arg(MaxWorldVersion),
                       versionAt);
    const std::string_view version = in.text(versionBytes);
    header.worldVersion = QByteArray(version.data(), static_cast<qsizetype>(version.size()));
    header.startMs = in.be<std::int64_t>();
    header.dictionary = in.be<std::uint16_t>();
    header.metadataBytes = in.be<std::int32_t>();
    header.indexBytes = in.be<std::int32_t>();
    header.tickCount = in.be<std::int32_t>();
    header.chunkCount = in.be<std::int32_t>();
    if (!draft)
        header.dataVersion = in.be<std::int32_t>();
    if (const auto guards = checkGuards(header); !guards)
        return tl::unexpected(guards.error());
    return header;
}

Bytes writeHeader(const Header& header)
{
    Bytes out(Magic.begin(), Magic.end());
    out.reserve(HeaderBytes);
    const bool draft = header.profile == Profile::S1;
    if (draft)
        writeBe(out, std::uint8_t{1});
    else
        writeBe(out, static_cast<std::uint16_t>(header.version()));
    writeBe(out, header.flags);
    out.insert(out.end(), header.worldId.begin(), header.worldId.end());
    QByteArray version = header.worldVersion.left(static_cast<qsizetype>(MaxWorldVersion));
    if (draft) // always 16 there: shorter ones are padded, longer ones cut
        version = version.leftJustified(static_cast<qsizetype>(S1WorldVersion), '\0', true);
    else
        writeBe(out, static_cast<std::uint8_t>(version.size()));
    const auto bytes =
        std::as_bytes(std::span(version.constData(), static_cast<std::size_t>(version.size())));
    out.insert(out.end(), bytes.begin(), bytes.end());
    writeBe(out, header.startMs);
    writeBe(out, header.dictionary);
    writeBe(out, header.metadataBytes);
    writeBe(out, header.indexBytes);
    writeBe(out, header.tickCount);
    writeBe(out, header.chunkCount);
    if (!draft)
        writeBe(out, header.dataVersion);
    out.resize(HeaderBytes);
    return out;
}

} // namespace ghostline::recording
