// SPDX-License-Identifier: GPL-3.0-or-later
#include "codecs/sc2/replay/records.h"

#include "codecs/sc2/replay/describe.h"
#include "model/base/text.h"

#include <zlib.h>

#include <algorithm>

namespace ghostline::sc2 {

namespace {

using model::ErrorCode;
using model::Record;
using model::Result;

constexpr std::string_view AttributesName = "replay.attributes.events";
constexpr std::string_view MetadataName = "replay.gamemetadata.json";
constexpr std::string_view BetaInfoName = "replay.info";
// Not members: what stands before the archive, and the archive's own list.
constexpr std::string_view HeaderName = "header";
constexpr std::string_view MpqName = "mpq";

/// What is unpacked in the course of opening a replay.
constexpr std::array<std::string_view, 10> UsedMembers{"replay.details",  "replay.details.backup",
                                                       "replay.initData", "replay.initData.backup",
                                                       AttributesName,    BetaInfoName,
                                                       MetadataName,      MessageEventsName,
                                                       GameEventsName,    TrackerEventsName};

/// A copy kept for restoring, while what it was made of is there too.
bool isSpareCopy(const MpqArchive& archive, std::string_view name)
{
    constexpr std::string_view Backup = ".backup";
    return name.ends_with(Backup) && archive.find(name.substr(0, name.size() - Backup.size())) != nullptr;
}

/// A member that is one record.
std::optional<QJsonObject> wholeRecord(const RecordSource& source, std::string_view name)
{
    const ReplayHead& head = source.data.head;
    if (isSpareCopy(source.archive, name))
        return std::nullopt; // nobody has looked into it
    if (name == HeaderName)
        return headerTree(head.header);
    if (name.starts_with("replay.details"))
        return head.details ? std::optional(detailsTree(*head.details)) : std::nullopt;
    if (name.starts_with("replay.initData"))
        return head.initData ? std::optional(lobbyTree(*head.initData)) : std::nullopt;
    if (name == AttributesName)
        return head.attributes ? std::optional(attributesTree(*head.attributes)) : std::nullopt;
    if (name == MetadataName)
        return head.gameMetadata;
    if (name == BetaInfoName)
        return head.beta ? std::optional(betaTree(*head.beta)) : std::nullopt;
    return std::nullopt;
}

std::uint64_t offsetOf(const RecordSource& source, std::string_view name)
{
    if (name == HeaderName)
        return source.archive.userDataOffset();
    const MpqMember* member = source.archive.find(name);
    return member != nullptr ? member->offset : source.archive.headerOffset();
}

/// Every member as a record: its size, and the checksum of what it unpacks to.
Result<void> memberRecords(const RecordSource& source, const model::RecordSink& sink,
                           const std::stop_token& stop)
{
    for (const MpqMember& member : source.archive.members()) {
        if (stop.stop_requested())
            return model::cancelled();
        Record record;
        record.stream = model::textOf(MpqName);
        record.offset = member.offset;
        record.name = QStringLiteral("member");
        record.data = {{QStringLiteral("name"), model::textOf(member.name)},
                       {QStringLiteral("size"), static_cast<qint64>(member.size)},
                       {QStringLiteral("stored"), static_cast<qint64>(member.stored)},
                       {QStringLiteral("flags"), QString::number(member.flags, 16)},
                       {QStringLiteral("crc32"), QJsonValue::Null}};
        if (const auto bytes = source.archive.read(member.name); !bytes) {
            record.data.insert(QStringLiteral("error"), bytes.error().message);
        } else if (!bytes->empty()) {
            const auto sum = crc32_z(0, reinterpret_cast<const Bytef*>(bytes->data()), bytes->size());
            record.data.insert(QStringLiteral("crc32"),
                               QStringLiteral("%1").arg(static_cast<quint32>(sum), 8, 16, QLatin1Char('0')));
        }
        if (!sink(record))
            break;
    }
    return {};
}

bool isEventStream(std::string_view name)
{
    return name == GameEventsName || name == MessageEventsName || name == TrackerEventsName;
}

/// What the numbers of a command mean in this build; empty for all other records, and for right clicks.
QString commandOf(const Record& record, const AbilityTable& abilities)
{
    if (record.name != QLatin1String("SCmdEvent"))
        return {};
    constexpr int RightClick = 0xFFFF;
    const QJsonObject fields = record.data[QLatin1String("fields")].toObject();
    const QJsonValue nested = fields[QLatin1String("m_abil")];
    const QJsonObject ability = nested.isUndefined() ? fields : nested.toObject();
    const QJsonValue link = ability[QLatin1String("m_abilLink")];
    if (!link.isDouble() || link.toInt() == RightClick)
        return {};
    return abilities.text(static_cast<std::uint16_t>(link.toInt()),
                          static_cast<std::uint8_t>(ability[QLatin1String("m_abilCmdIndex")].toInt()));
}

Result<void> eventRecords(const RecordSource& source, std::string_view name, const model::RecordSink& sink,
                          const std::stop_token& stop)
{
    const auto bytes = source.archive.read(name);
    if (!bytes)
        return tl::unexpected(bytes.error());
    bool stopped = false;
    const AbilityTable& abilities = source.data.abilities;
    const std::size_t most = limitsOf(source.archive.find(name)->stored).events;
    std::size_t count = 0;
    const model::RecordSink checked = [&](const Record& record) {
        stopped = stop.stop_requested();
        if (stopped || ++count > most)
            return false;
        const QString command = commandOf(record, abilities);
        if (command.isEmpty())
            return sink(record);
        Record named = record;
        named.data.insert(QStringLiteral("command"), command);
        return sink(named);
    };
    const std::uint32_t build = source.data.head.header.version.baseBuild;
    const Protocol& protocol =
        source.data.game.protocol != nullptr ? *source.data.game.protocol : protocolFor(build);
    Result<void> done;
    if (name == GameEventsName)
        done = parseGameRecords(*bytes, protocol, model::textOf(name), checked);
    else if (name == MessageEventsName)
        done = parseMessageRecords(*bytes, protocol, model::textOf(name), checked);
    else
        done = parseTrackerRecords(*bytes, build, model::textOf(name), checked);
    if (count > most)
        return model::fail(
            ErrorCode::LimitExceeded,
            QStringLiteral("%1 has more than %2 events, which are not accepted in so few packed "
                           "bytes; the rest is left out")
                .arg(model::textOf(name))
                .arg(most));
    return stopped ? Result<void>(model::cancelled()) : done;
}

/// Header, every member that this codec understands, and the list of members.
std::vector<std::string_view> streamNames(const RecordSource& source)
{
    std::vector<std::string_view> names{HeaderName};
    for (const MpqMember& member : source.archive.members()) {
        if (isEventStream(member.name) || wholeRecord(source, member.name))
            names.push_back(member.name);
    }
    names.push_back(MpqName);
    return names;
}

/// Counts of a stream. One that ends early has the events before its end.
Result<model::StreamInfo> describeStream(const RecordSource& source, std::string_view name,
                                         const std::stop_token& stop)
{
    model::StreamInfo info;
    info.name = model::textOf(name);
    const MpqMember* member = source.archive.find(name);
    info.bytes = member != nullptr ? member->size : source.archive.userData().size();
    if (name == MpqName) {
        info.bytes = std::uint64_t{source.archive.blockEntries()} * 16;
        info.records = source.archive.members().size();
        info.kinds[QStringLiteral("member")] = info.records;
        return info;
    }
    if (!isEventStream(name)) {
        info.records = 1;
        info.kinds[info.name] = 1;
        return info;
    }
    const GameEvents& game = source.data.game;
    if (name == GameEventsName && game.protocol != nullptr) {
        std::vector<std::uint64_t> counts(game.protocol->game.size());
        for (const GameEvent& event : game.order)
            ++counts[event.type];
        for (std::size_t i = 0; i < counts.size(); ++i) {
            if (counts[i] > 0)
                info.kinds[model::textOf(game.protocol->game[i].name)] += counts[i];
        }
        info.records = game.order.size();
        return info;
    }
    const auto done = eventRecords(
        source, name,
        [&info](const Record& record) {
            ++info.kinds[record.name];
            ++info.records;
            return true;
        },
        stop);
    if (!done && done.error().code == ErrorCode::Cancelled)
        return tl::unexpected(done.error());
    return info;
}

} // namespace

Result<std::vector<model::StreamInfo>> listStreams(const RecordSource& source, std::stop_token stop)
{
    std::vector<model::StreamInfo> streams;
    for (const std::string_view name : streamNames(source)) {
        if (stop.stop_requested())
            return model::cancelled();
        auto info = describeStream(source, name, stop);
        if (!info)
            return tl::unexpected(info.error());
        streams.push_back(std::move(*info));
    }
    return streams;
}

Result<void> readStream(const RecordSource& source, const QString& stream, const model::RecordSink& sink,
                        std::stop_token stop)
{
    const QByteArray wanted = stream.toUtf8();
    const std::string_view name(wanted.constData(), static_cast<std::size_t>(wanted.size()));
    const auto names = streamNames(source);
    if (std::find(names.begin(), names.end(), name) == names.end()) {
        QStringList known;
        for (const std::string_view one : names)
            known += model::textOf(one);
        return model::fail(ErrorCode::InvalidArgument,
                           QStringLiteral("there is no stream \"%1\"; there are: %2")
                               .arg(stream, known.join(QStringLiteral(", "))));
    }
    if (name == MpqName)
        return memberRecords(source, sink, stop);
    if (isEventStream(name))
        return eventRecords(source, name, sink, stop);
    Record record;
    record.stream = stream;
    record.offset = offsetOf(source, name);
    record.name = stream;
    record.data = *wholeRecord(source, name);
    sink(record);
    return {};
}

Result<std::uint64_t> unpackAll(const MpqArchive& archive, std::stop_token stop)
{
    std::uint64_t total = 0;
    for (const std::string_view name : UsedMembers) {
        if (stop.stop_requested())
            return model::cancelled();
        if (archive.find(name) == nullptr || isSpareCopy(archive, name))
            continue;
        // What cannot be unpacked is told where it is opened.
        if (const auto bytes = archive.read(name); bytes)
            total += bytes->size();
    }
    return total;
}

} // namespace ghostline::sc2
