// SPDX-License-Identifier: GPL-3.0-or-later
// The fixed header, both ways.
#include "codecs/ironcurtain/container/header.h"

#include "codecs/ironcurtain/base/limits.h"
#include "codecs/ironcurtain/container/bincode.h"

#include <QJsonArray>
#include <QJsonDocument>

#include <algorithm>

namespace ghostline::ironcurtain {

using model::ErrorCode;
using model::Result;

namespace {

constexpr std::uint32_t Magic = 0x5052'4349; // "ICRP"

tl::unexpected<model::Error> refused(const model::Sentence& why, std::uint64_t offset)
{
    return model::fail(ErrorCode::Unsupported, why, {.offset = offset});
}

SectionExtent readExtent(BinReader& in)
{
    SectionExtent out;
    out.offset = in.u32();
    out.length = in.u32();
    return out;
}

void put(BinWriter& out, const SectionExtent& section)
{
    out.u32(section.offset);
    out.u32(section.length);
}

} // namespace

Result<Header> parseHeader(std::span<const std::byte> bytes)
{
    if (bytes.size() < HeaderBytes)
        return model::fail(ErrorCode::Damaged,
                           model::Sentence::of(QStringLiteral("the header is cut off: %1 of %2 bytes"),
                                               {QString::number(bytes.size()), QString::number(HeaderBytes)}),
                           {.offset = bytes.size()});
    BinReader in(bytes.first(HeaderBytes));
    if (in.u32() != Magic)
        return model::fail(ErrorCode::Damaged,
                           model::Sentence::of(QStringLiteral("the file does not begin with ICRP")),
                           {.offset = 0});
    Header header;
    header.version = in.u16();
    if (header.version == 2)
        return refused(
            model::Sentence::of(QStringLiteral("version 2 of the header (postcard encoding) cannot be read")),
            4);
    if (header.version != 1)
        return refused(model::Sentence::of(QStringLiteral("version %1 of the header cannot be read"),
                                           {QString::number(header.version)}),
                       4);
    header.compression = in.u8();
    if (header.compression == 2)
        return refused(model::Sentence::of(QStringLiteral("compression 2 (zstd) cannot be read")), 6);
    if (header.compression != 1)
        return refused(model::Sentence::of(QStringLiteral("compression %1 cannot be read"),
                                           {QString::number(header.compression)}),
                       6);
    header.flags = in.u8();
    for (SectionExtent* section :
         {&header.metadata, &header.orders, &header.keyframes, &header.events, &header.signature})
        *section = readExtent(in);
    header.totalTicks = in.u64();
    header.finalStateHash = in.hash();
    header.voice = readExtent(in);
    header.embedded = readExtent(in);
    header.lostFrames = in.u32();
    return header;
}

Bytes encodeHeader(const Header& header)
{
    Bytes bytes;
    bytes.reserve(HeaderBytes);
    BinWriter out(bytes);
    out.u32(Magic);
    out.u16(header.version);
    out.u8(header.compression);
    out.u8(header.flags);
    for (const SectionExtent* section :
         {&header.metadata, &header.orders, &header.keyframes, &header.events, &header.signature})
        put(out, *section);
    out.u64(header.totalTicks);
    out.hash(header.finalStateHash);
    put(out, header.voice);
    put(out, header.embedded);
    out.u32(header.lostFrames);
    return bytes;
}

// The JSON behind the header. Every key may be missing or of another type than expected.

namespace {

std::optional<double> number(const QJsonValue& value)
{
    return value.isDouble() ? std::optional(value.toDouble()) : std::nullopt;
}

std::vector<MetaPlayer> playersOf(const QJsonArray& list)
{
    std::vector<MetaPlayer> players;
    players.reserve(std::min<std::size_t>(static_cast<std::size_t>(list.size()), MaxPlayers));
    for (qsizetype i = 0; i < list.size() && players.size() < MaxPlayers; ++i) {
        const QJsonObject object = list[i].toObject();
        const qint64 slot = object[QLatin1String("slot")].toInteger(i);
        if (slot < 0 || slot > std::numeric_limits<PlayerId>::max())
            continue;
        MetaPlayer& player = players.emplace_back();
        player.slot = static_cast<PlayerId>(slot);
        player.name = object[QLatin1String("name")].toString();
        player.faction = object[QLatin1String("faction")].toString();
        player.outcome = object[QLatin1String("outcome")].toString();
        player.apm = number(object[QLatin1String("apm_avg")]);
    }
    return players;
}

DeltaMode deltaModeOf(const QString& name)
{
    if (name == QLatin1String("cumulative"))
        return DeltaMode::Cumulative;
    return name == QLatin1String("chained") ? DeltaMode::Chained : DeltaMode::Unknown;
}

} // namespace

Result<Metadata> parseMetadata(std::span<const std::byte> json, std::uint64_t offset)
{
    if (json.size() > MaxMetadataBytes)
        return model::fail(
            ErrorCode::LimitExceeded,
            QStringLiteral("%1 bytes of metadata are more than the 1 MB allowed").arg(json.size()),
            {.offset = offset});
    QJsonParseError problem;
    const QJsonDocument document =
        QJsonDocument::fromJson(QByteArray::fromRawData(reinterpret_cast<const char*>(json.data()),
                                                        static_cast<qsizetype>(json.size())),
                                &problem);
    if (problem.error != QJsonParseError::NoError)
        return model::fail(ErrorCode::Damaged, QStringLiteral("no valid JSON: %1").arg(problem.errorString()),
                           {.offset = offset + static_cast<std::uint64_t>(std::max(problem.offset, 0))});
    if (!document.isObject())
        return model::fail(ErrorCode::Damaged, QStringLiteral("the JSON is no object"), {.offset = offset});
    Metadata out;
    out.json = document.object();
    const auto text = [&](const char* key) { return out.json[QLatin1String(key)].toString(); };
    out.replayId = text("replay_id");
    out.timestamp = text("timestamp");
    out.engineVersion = text("engine_version");
    out.gameModule = text("game_module");
    out.mapName = text("map_name");
    out.gameSpeed = text("game_speed");
    out.balancePreset = text("balance_preset");
    out.relayServer = text("relay_server");
    if (const qint64 ticks = out.json[QLatin1String("total_ticks")].toInteger(-1); ticks >= 0)
        out.totalTicks = static_cast<std::uint64_t>(ticks);
    out.durationSeconds = number(out.json[QLatin1String("duration_seconds")]);
    out.players = playersOf(out.json[QLatin1String("players")].toArray());
    const QJsonObject own = out.json[QLatin1String("ic_viewer")].toObject();
    out.componentSchema = own[QLatin1String("component_schema")].toString();
    out.stateHashKind = own[QLatin1String("state_hash_kind")].toString();
    out.deltaMode = deltaModeOf(own[QLatin1String("delta_mode")].toString());
    return out;
}

int Metadata::msPerTick() const
{
    struct Speed
    {
        QLatin1String name;
        int ms;
    };
    constexpr Speed Speeds[] = {{QLatin1String("slowest"), 80},
                                {QLatin1String("slower"), 67},
                                {QLatin1String("normal"), 50},
                                {QLatin1String("faster"), 35},
                                {QLatin1String("fastest"), 20}};
    for (const Speed& speed : Speeds) {
        if (gameSpeed == speed.name)
            return speed.ms;
    }
    constexpr int Usual = 67;
    if (!durationSeconds || !totalTicks || *totalTicks == 0)
        return Usual;
    const double ms = std::floor(*durationSeconds * 1000 / static_cast<double>(*totalTicks));
    return ms == 0 ? Usual : static_cast<int>(std::clamp(ms, 1.0, 10'000.0));
}

} // namespace ghostline::ironcurtain
