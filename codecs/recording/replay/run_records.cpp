// SPDX-License-Identifier: GPL-3.0-or-later
#include "codecs/recording/replay/run_records.h"

#include "codecs/io/nbt_read.h"
#include "codecs/recording/format/decimal.h"
#include "codecs/recording/format/limits.h"
#include "codecs/recording/format/run_texts.h"
#include "codecs/recording/replay/run_info.h"
#include "model/base/text.h"

#include <algorithm>

namespace ghostline::recording {

using model::ErrorCode;
using model::Record;
using model::RecordSink;
using model::Result;
using model::StreamInfo;

namespace {

const QStringList& streamNames()
{
    static const QStringList names{QStringLiteral("header"), QStringLiteral("metadata"),
                                   QStringLiteral("index"),  QStringLiteral("chunks"),
                                   QStringLiteral("events"), QStringLiteral("snapshots")};
    return names;
}

Record record(const QString& stream, const QString& name, std::uint64_t offset, QJsonObject data)
{
    Record out;
    out.stream = stream;
    out.name = name;
    out.offset = offset;
    out.data = std::move(data);
    return out;
}

bool writeFixed(const RunIndex& run, const QString& stream, const RecordSink& sink)
{
    const FileDescription& d = run.file->description();
    if (stream == QLatin1String("header"))
        return sink(record(stream, stream, 0, runMetadata(*run.file)[QLatin1String("header")].toObject()));
    if (stream == QLatin1String("metadata"))
        return sink(record(stream, stream, HeaderBytes, io::nbtToJson(d.metadata.tree)));
    const auto snapshots =
        std::count_if(d.chunks.begin(), d.chunks.end(), [](const ChunkEntry& c) { return c.hasSnapshot(); });
    QJsonObject index = runMetadata(*run.file)[QLatin1String("chunks")].toObject();
    index[QStringLiteral("snapshots")] = static_cast<qint64>(snapshots);
    return sink(
        record(stream, stream, HeaderBytes + static_cast<std::uint64_t>(d.header.metadataBytes), index));
}

bool writeChunks(const RunIndex& run, const QString& stream, const RecordSink& sink)
{
    const bool segmented = run.file->description().layout == Layout::Segmented;
    for (std::size_t i = 0; i < run.chunks->size(); ++i) {
        const RunChunk& chunk = (*run.chunks)[i];
        const ChunkEntry& entry = chunk.entry;
        if (chunk.number < 0)
            continue;
        QJsonObject data{{QStringLiteral("chunk"), chunk.number},
                         {QStringLiteral("start"), entry.startTick},
                         {QStringLiteral("ticks"), entry.tickCount},
                         {QStringLiteral("flags"), entry.flags},
                         {QStringLiteral("snapshot"), entry.hasSnapshot()},
                         {QStringLiteral("compressed_bytes"), entry.compressedBytes},
                         {QStringLiteral("raw_bytes"), entry.rawBytes},
                         {QStringLiteral("format_version"), entry.formatVersion},
                         {QStringLiteral("data_version"), entry.dataVersion},
                         {QStringLiteral("lost"), static_cast<bool>((*run.lost)[i])}};
        if (segmented) {
            data[QStringLiteral("segment")] = entry.segment();
            data[QStringLiteral("offset_in_segment")] = static_cast<qint64>(entry.offsetInSegment());
        }
        Record out = record(stream, QStringLiteral("chunk"), chunk.place, std::move(data));
        out.frame = entry.startTick;
        if (!sink(out))
            return false;
    }
    return true;
}

/// All events of a chunk as far as they can be read.
bool writeEvents(const RunIndex& run, const RunChunk& chunk, const Bytes& raw, const QString& stream,
                 const RecordSink& sink)
{
    ChunkReader reader(run.file->header().profile, chunk.entry, raw, chunk.number);
    Event event;
    while (reader.nextTick()) {
        while (reader.nextEvent(event)) {
            Record out = record(stream, eventName(event), chunk.place, eventJson(event));
            out.frame = reader.tick();
            if (!sink(out))
                return false;
        }
    }
    return true;
}

QJsonObject snapshotJson(const Snapshot& snapshot)
{
    QJsonArray palette;
    for (const std::string_view name : snapshot.palette)
        palette.append(model::textOf(name));
    QJsonArray blocks;
    for (const auto& [place, kind] : snapshot.blocks) {
        const glm::ivec3 at = unpackBlock(place);
        blocks.append(QJsonArray{at.x, at.y, at.z, kind});
    }
    QJsonArray entities;
    for (const SnapshotEntity& entity : snapshot.entities)
        entities.append(
            QJsonObject{{QStringLiteral("entity"), entity.id},
                        {QStringLiteral("type"), model::textOf(entity.type)},
                        {QStringLiteral("pos"), vectorJson(entity.place.position)},
                        {QStringLiteral("yaw"), static_cast<double>(entity.place.yaw)},
                        {QStringLiteral("pitch"), static_cast<double>(entity.place.pitch)},
                        {QStringLiteral("velocity"), vectorJson(entity.velocity.value())},
                        {QStringLiteral("pose"), entity.pose},
                        {QStringLiteral("flags"), entity.flags},
                        {QStringLiteral("slot"), entity.heldSlot},
                        {QStringLiteral("hand"), entity.hand ? QJsonValue(*entity.hand) : QJsonValue()},
                        {QStringLiteral("items"), itemsJson(entity.items)}});
    return {{QStringLiteral("palette"), palette},
            {QStringLiteral("blocks"), blocks},
            {QStringLiteral("entities"), entities},
            {QStringLiteral("run_ms"), snapshot.runMs},
            {QStringLiteral("checkpoints"), snapshot.checkpointsTaken},
            {QStringLiteral("last_checkpoint"), model::textOf(snapshot.lastCheckpoint)}};
}

/// H4, H5: the events at the head of the first tick that say what is there.
QJsonObject snapshotEventsJson(ChunkReader& reader)
{
    QJsonArray events;
    Event event;
    if (reader.nextTick() && reader.nextEvent(event)) {
        std::int32_t left = restatedEvents(event, reader, true);
        while (left-- > 0) {
            QJsonObject fields = eventJson(event);
            fields[QStringLiteral("event")] = eventName(event);
            events.append(fields);
            if (left > 0 && !reader.nextEvent(event))
                break;
        }
    }
    return {{QStringLiteral("events"), events}};
}

bool writeSnapshot(const RunIndex& run, const RunChunk& chunk, const Bytes& raw, const QString& stream,
                   const RecordSink& sink)
{
    if (!chunk.entry.hasSnapshot())
        return true;
    const Profile profile = run.file->header().profile;
    ChunkReader reader(profile, chunk.entry, raw, chunk.number);
    QJsonObject data;
    if (profile == Profile::S1) {
        const auto snapshot = reader.snapshot();
        if (!snapshot || !*snapshot)
            return true;
        data = snapshotJson(**snapshot);
    } else {
        data = snapshotEventsJson(reader);
    }
    Record out = record(stream, QStringLiteral("snapshot"), chunk.place, std::move(data));
    out.frame = chunk.entry.startTick;
    return sink(out);
}

void countEvents(const RunIndex& run, const RunChunk& chunk, const Bytes& raw, StreamInfo& events)
{
    ChunkReader reader(run.file->header().profile, chunk.entry, raw, chunk.number);
    Event event;
    std::array<std::uint64_t, std::variant_size_v<Event>> counts{};
    std::map<QString, std::uint64_t> unknown;
    std::array<QString, std::variant_size_v<Event>> names;
    while (reader.nextTick()) {
        while (reader.nextEvent(event)) {
            ++events.records;
            if (std::holds_alternative<UnknownExtension>(event)) {
                ++unknown[eventName(event)];
            } else if (++counts[event.index()] == 1) {
                names[event.index()] = eventName(event);
            }
        }
    }
    for (std::size_t i = 0; i < counts.size(); ++i) {
        if (counts[i] > 0)
            events.kinds[names[i]] += counts[i];
    }
    for (const auto& [name, count] : unknown)
        events.kinds[name] += count;
    events.bytes += raw.size();
}

} // namespace

Result<std::vector<StreamInfo>> runStreams(const RunIndex& run, std::stop_token stop)
{
    const FileDescription& d = run.file->description();
    StreamInfo events;
    StreamInfo snapshots;
    const auto walked = walkChunks(
        run,
        [&](std::size_t i, const Result<Bytes>& raw) {
            if (raw) {
                const RunChunk& chunk = (*run.chunks)[i];
                countEvents(run, chunk, *raw, events);
                if (chunk.entry.hasSnapshot())
                    ++snapshots.records;
            }
            return true;
        },
        std::move(stop));
    if (!walked)
        return tl::unexpected(walked.error());
    std::vector<StreamInfo> out;
    out.reserve(static_cast<std::size_t>(streamNames().size()));
    for (const QString& name : streamNames()) {
        StreamInfo info;
        info.name = name;
        info.records = 1;
        if (name == QLatin1String("header")) {
            info.bytes = HeaderBytes;
        } else if (name == QLatin1String("metadata")) {
            info.bytes = static_cast<std::uint64_t>(std::max(d.header.metadataBytes, 0));
        } else if (name == QLatin1String("index")) {
            info.bytes = static_cast<std::uint64_t>(std::max(d.header.indexBytes, 0));
        } else if (name == QLatin1String("chunks")) {
            info.records = d.chunks.size();
            for (const ChunkEntry& chunk : d.chunks)
                info.bytes += static_cast<std::uint64_t>(std::max(chunk.compressedBytes, 0));
        } else if (name == QLatin1String("events")) {
            info = events;
        } else {
            info = snapshots;
        }
        info.name = name;
        out.push_back(std::move(info));
    }
    return out;
}

Result<void> runRecords(const RunIndex& run, const QString& stream, const RecordSink& sink,
                        std::stop_token stop)
{
    const auto wanted = [&stream](const QString& name) { return stream.isEmpty() || stream == name; };
    if (!stream.isEmpty() && !streamNames().contains(stream))
        return model::fail(ErrorCode::InvalidArgument,
                           QStringLiteral("there is no stream \"%1\"").arg(stream));
    for (const QString& name : streamNames().first(3)) {
        if (wanted(name) && !writeFixed(run, name, sink))
            return {};
    }
    if (wanted(streamNames()[3]) && !writeChunks(run, streamNames()[3], sink))
        return {};
    const bool events = wanted(streamNames()[4]);
    const bool snapshots = wanted(streamNames()[5]);
    if (!events && !snapshots)
        return {};
    return walkChunks(
        run,
        [&](std::size_t i, const Result<Bytes>& raw) {
            const RunChunk& chunk = (*run.chunks)[i];
            return !raw || ((!snapshots || writeSnapshot(run, chunk, *raw, streamNames()[5], sink)) &&
                            (!events || writeEvents(run, chunk, *raw, streamNames()[4], sink)));
        },
        std::move(stop));
}

// Events as JSON, field by field as they are recorded.

namespace {

QJsonValue nbtJson(NbtView nbt)
{
    const auto read = io::parseNbt(nbt);
    return read ? QJsonValue(io::nbtToJson(*read)) : QJsonValue();
}

void addPlace(QJsonObject& out, const Place& place)
{
    out[QStringLiteral("pos")] = vectorJson(place.position);
    out[QStringLiteral("yaw")] = static_cast<double>(place.yaw);
    out[QStringLiteral("pitch")] = static_cast<double>(place.pitch);
}

QJsonValue optional(const std::optional<std::int32_t>& value)
{
    return value ? QJsonValue(*value) : QJsonValue();
}

struct Fields
{
    QJsonObject& out;

    void operator()(const DeltaMove& e) const
    {
        constexpr double Steps = 4096.0;
        out[QStringLiteral("delta")] = QJsonArray{static_cast<double>(e.move.delta[0]) / Steps,
                                                  static_cast<double>(e.move.delta[1]) / Steps,
                                                  static_cast<double>(e.move.delta[2]) / Steps};
        out[QStringLiteral("yaw")] = e.move.yaw.degrees();
        out[QStringLiteral("pitch")] = e.move.pitch.degrees();
        out[QStringLiteral("velocity")] = vectorJson(e.velocity.value());
    }
    void operator()(const AbsoluteMove& e) const
    {
        addPlace(out, e.place);
        out[QStringLiteral("velocity")] = vectorJson(e.velocity.value());
    }
    void operator()(const EntityState& e) const
    {
        out[QStringLiteral("pose")] = e.pose;
        out[QStringLiteral("flags")] = e.flags;
    }
    void operator()(const HandAnimation& e) const
    {
        const bool timed = (e.packed & 2) != 0;
        out[QStringLiteral("hand")] = e.packed & 1;
        out[QStringLiteral("type")] = timed ? e.packed >> 2 : 1;
        out[QStringLiteral("duration")] = timed ? QJsonValue(e.duration) : QJsonValue();
    }
    void operator()(const ItemUse& e) const { out[QStringLiteral("hand")] = optional(e.hand); }
    void operator()(const SetItem& e) const { out[QStringLiteral("items")] = itemsJson(e.items); }
    void operator()(const ChangeHeldSlot& e) const { out[QStringLiteral("slot")] = e.slot; }
    void operator()(const SetBlock& e) const
    {
        const glm::ivec3 at = unpackBlock(e.position);
        out[QStringLiteral("pos")] = QJsonArray{at.x, at.y, at.z};
        out[QStringLiteral("block")] = kindJson(e.block);
    }
    void operator()(const SpawnEntity& e) const
    {
        out[QStringLiteral("type")] = kindJson(e.type);
        addPlace(out, e.place);
    }
    void operator()(const DestroyEntity&) const {}
    void operator()(const RunStart&) const {}
    void operator()(const CheckpointReached& e) const
    {
        out[QStringLiteral("id")] = model::textOf(e.id);
        out[QStringLiteral("ms")] = static_cast<qint64>(e.runMs);
    }
    void operator()(const CheckpointReset& e) const { reason(e.reason, e.runMs); }
    void operator()(const RunEnd& e) const { reason(e.reason, e.runMs); }
    void operator()(const ClearGhostBlocks&) const {}
    void operator()(const AnticheatFlag& e) const
    {
        out[QStringLiteral("check")] = model::textOf(e.check);
        out[QStringLiteral("severity")] = e.severity;
        out[QStringLiteral("score")] = decimalOf(e.score);
        out[QStringLiteral("detail")] = model::textOf(e.detail);
    }
    void operator()(const Chat& e) const { out[QStringLiteral("text")] = model::textOf(e.text); }
    void operator()(const EntityMeta& e) const { out[QStringLiteral("nbt")] = nbtJson(e.nbt); }
    void operator()(const Bookmark& e) const { out[QStringLiteral("label")] = model::textOf(e.label); }
    void operator()(const UnknownExtension& e) const
    {
        const QByteArray bytes(reinterpret_cast<const char*>(e.payload.data()),
                               static_cast<qsizetype>(e.payload.size()));
        out[QStringLiteral("payload")] = QString::fromLatin1(bytes.toHex());
    }

    void reason(std::int32_t why, std::int64_t ms) const
    {
        out[QStringLiteral("reason")] = why;
        out[QStringLiteral("ms")] = static_cast<qint64>(ms);
    }
};

} // namespace

QJsonArray vectorJson(const glm::dvec3& v) { return {v.x, v.y, v.z}; }

QJsonValue kindJson(const Kind& kind)
{
    return kind.name.empty() ? QJsonValue(kind.number) : QJsonValue(model::textOf(kind.name));
}

QJsonObject itemsJson(std::span<const Item> items)
{
    QJsonObject out;
    for (const Item& item : items)
        out[QString::number(item.slot)] = nbtJson(item.nbt);
    return out;
}

QJsonObject itemsJson(const std::map<std::int32_t, Bytes>& items)
{
    QJsonObject out;
    for (const auto& [slot, nbt] : items)
        out[QString::number(slot)] = nbtJson(nbt);
    return out;
}

QJsonObject eventJson(const Event& event)
{
    QJsonObject out;
    std::visit(
        [&out](const auto& e) {
            if constexpr (requires { e.entity; })
                out[QStringLiteral("entity")] = e.entity;
        },
        event);
    std::visit(Fields{out}, event);
    return out;
}

} // namespace ghostline::recording
