// SPDX-License-Identifier: GPL-3.0-or-later
#include "codecs/recording/replay/run_info.h"

#include "codecs/recording/replay/run_properties.h"

#include <QJsonArray>

#include <algorithm>
#include <set>

namespace ghostline::recording {

namespace {

/// Times a calendar can show; anything else is a damaged field.
QDateTime timeOf(std::int64_t milliseconds)
{
    constexpr std::int64_t Year9999 = 253'402'300'799'000;
    return milliseconds > 0 && milliseconds <= Year9999
               ? QDateTime::fromMSecsSinceEpoch(milliseconds, Qt::UTC)
               : QDateTime();
}

QJsonObject headerTree(const Header& header)
{
    QJsonObject out{{QStringLiteral("version"), header.version()},
                    {QStringLiteral("flags"), header.flags},
                    {QStringLiteral("world_id"), header.worldIdText()},
                    {QStringLiteral("world_version"), QString::fromLatin1(header.worldVersion.toHex())},
                    {QStringLiteral("start_ms"), static_cast<qint64>(header.startMs)},
                    {QStringLiteral("dictionary"), header.dictionary},
                    {QStringLiteral("metadata_bytes"), header.metadataBytes},
                    {QStringLiteral("index_bytes"), header.indexBytes},
                    {QStringLiteral("ticks"), header.tickCount},
                    {QStringLiteral("chunks"), header.chunkCount}};
    if (header.profile != Profile::S1)
        out[QStringLiteral("data_version")] = header.dataVersion;
    return out;
}

/// The distinct ones, in the order in which they come.
QJsonArray chunkVersions(const std::vector<ChunkEntry>& chunks)
{
    constexpr std::size_t Most = 100;
    std::set<std::pair<std::int32_t, std::int32_t>> seen;
    QJsonArray out;
    for (std::size_t i = 0; i < chunks.size() && seen.size() < Most; ++i) {
        if (!seen.insert({chunks[i].formatVersion, chunks[i].dataVersion}).second)
            continue;
        out.append(QJsonObject{{QStringLiteral("from_tick"), chunks[i].startTick},
                               {QStringLiteral("format"), chunks[i].formatVersion},
                               {QStringLiteral("data"), chunks[i].dataVersion}});
    }
    return out;
}

QJsonObject chunkTree(const FileDescription& d)
{
    std::int64_t compressed = 0;
    std::int64_t raw = 0;
    qint64 snapshots = 0;
    std::set<int> segments;
    for (const ChunkEntry& chunk : d.chunks) {
        compressed += chunk.compressedBytes;
        raw += chunk.rawBytes;
        snapshots += chunk.hasSnapshot() ? 1 : 0;
        if (d.layout == Layout::Segmented)
            segments.insert(chunk.segment());
    }
    QJsonObject out{{QStringLiteral("count"), static_cast<qint64>(d.chunks.size())},
                    {QStringLiteral("with_snapshot"), snapshots},
                    {QStringLiteral("compressed_bytes"), static_cast<qint64>(compressed)},
                    {QStringLiteral("raw_bytes"), static_cast<qint64>(raw)},
                    {QStringLiteral("versions"), chunkVersions(d.chunks)}};
    if (d.layout == Layout::Segmented)
        out[QStringLiteral("segments")] = static_cast<qint64>(segments.size());
    return out;
}

} // namespace

QString versionText(Profile profile)
{
    return profile == Profile::S1   ? QStringLiteral("1 (draft)")
           : profile == Profile::H4 ? QStringLiteral("4")
                                    : QStringLiteral("5");
}

QJsonObject runMetadata(const RecordingFile& file)
{
    const FileDescription& d = file.description();
    const std::optional<bool> sums = file.hasChecksums();
    QJsonObject out{{QStringLiteral("profile"), d.header.profile == Profile::S1   ? QStringLiteral("S1")
                                                : d.header.profile == Profile::H4 ? QStringLiteral("H4")
                                                                                  : QStringLiteral("H5")},
                    {QStringLiteral("header"), headerTree(d.header)},
                    {QStringLiteral("metadata"), io::nbtToJson(d.metadata.tree)},
                    {QStringLiteral("metadata_readable"), d.metadataReadable},
                    {QStringLiteral("chunks"), chunkTree(d)},
                    {QStringLiteral("layout"), d.layout == Layout::Segmented ? QStringLiteral("segmented")
                                                                             : QStringLiteral("one file")},
                    {QStringLiteral("finished"), d.finished},
                    {QStringLiteral("dictionary"), d.header.dictionary},
                    {QStringLiteral("checksums"), !sums   ? QStringLiteral("unknown")
                                                  : *sums ? QStringLiteral("yes")
                                                          : QStringLiteral("no")},
                    {QStringLiteral("tick_rate"), d.metadata.tickRate}};
    if (d.salvaged)
        out[QStringLiteral("salvaged")] = true;
    if (!d.unreferenced.empty()) {
        QJsonArray list;
        for (const int segment : d.unreferenced)
            list.append(segment);
        out[QStringLiteral("unreferenced_segments")] = list;
    }
    if (d.metadata.ring) {
        QJsonObject ring{{QStringLiteral("origin_tick"), d.metadata.ring->originTick},
                         {QStringLiteral("reason"), d.metadata.ring->reason}};
        if (d.metadata.ring->trigger >= 0)
            ring[QStringLiteral("trigger")] = d.metadata.ring->trigger;
        out[QStringLiteral("ring")] = ring;
    }
    return out;
}

model::ReplayInfo runInfo(const RecordingFile& file)
{
    const FileDescription& d = file.description();
    model::ReplayInfo info;
    info.format = QStringLiteral("recording");
    info.formatName = QStringLiteral("Map-run recording");
    info.formatVersion = versionText(d.header.profile);
    const bool knownWorld = std::any_of(d.header.worldId.begin(), d.header.worldId.end(),
                                        [](std::byte b) { return b != std::byte{0}; });
    info.map = !d.metadata.mapName.isEmpty() ? d.metadata.mapName
               : !d.metadata.mapId.isEmpty() ? d.metadata.mapId
               : knownWorld                  ? d.header.worldIdText()
                                             : QString();
    info.recordedAt = timeOf(d.header.startMs);
    info.bytes = d.bytes;
    // Every tick has a state, so there is never a gap between frames.
    info.maxGap =
        std::max(model::Micros{1'000'000}, model::Micros{2'500'000 / std::max(d.metadata.tickRate, 1)});
    info.metadata = runMetadata(file);
    declareProperties(info);
    return info;
}

model::KeyframeIndex runKeyframes(const std::vector<RunChunk>& chunks, std::size_t known,
                                  std::uint32_t generation)
{
    std::vector<model::Keyframe> out;
    out.reserve(chunks.size());
    for (std::size_t i = 0; i < chunks.size(); ++i) {
        const RunChunk& chunk = chunks[i];
        model::Keyframe key;
        key.frame = chunk.entry.startTick;
        key.offset = chunk.place;
        key.size = static_cast<std::uint64_t>(std::max(chunk.entry.compressedBytes, 0));
        key.full = chunk.entry.hasSnapshot() || chunk.number < 0 || i == 0;
        key.baseline = key.full ? -1 : static_cast<int>(i) - 1;
        key.knowledge = 2 * generation + (i < known ? 1 : 0);
        out.push_back(key);
    }
    return {std::move(out), chunks.empty() ? 0 : chunks.back().entry.endTick()};
}

} // namespace ghostline::recording
