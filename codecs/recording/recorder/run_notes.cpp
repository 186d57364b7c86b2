// SPDX-License-Identifier: GPL-3.0-or-later
#include "codecs/recording/recorder/run_notes.h"

#include "codecs/recording/format/decimal.h"
#include "codecs/recording/format/limits.h"
#include "model/base/text.h"

#include <algorithm>

namespace ghostline::recording {

model::Result<RunNotes> RunNotes::create(const RecorderHead& head)
{
    const auto refuse = [](const QString& why) {
        return model::fail(model::ErrorCode::InvalidArgument, why);
    };
    if (head.profile == Profile::H4)
        return refuse(QStringLiteral("version 4 is read, not written: blocks have no names in it"));
    const auto longest =
        head.profile == Profile::S1 ? DraftWorldVersion : static_cast<qsizetype>(MaxWorldVersion);
    if (head.worldVersion.size() > longest)
        return refuse(QStringLiteral("the world's version has %1 bytes, at most %2 fit")
                          .arg(head.worldVersion.size())
                          .arg(longest));
    if (head.tickRate < 1 || head.tickRate > 1000)
        return refuse(QStringLiteral("%1 ticks a second are none").arg(head.tickRate));
    RunNotes notes;
    if (!head.metadata.empty()) {
        auto tree = io::parseNbt(head.metadata);
        if (!tree)
            return tl::unexpected(tree.error());
        notes.m_metadata = readMetadata(std::move(*tree));
    }
    Header& header = notes.m_header;
    header.profile = head.profile;
    header.worldId = head.worldId;
    header.worldVersion = head.worldVersion;
    if (head.profile == Profile::S1)
        header.worldVersion.append(DraftWorldVersion - head.worldVersion.size(), '\0');
    header.startMs = head.startMs;
    header.dataVersion = head.dataVersion;
    Metadata& known = notes.m_metadata;
    known.tickRate = head.tickRate;
    if (!head.playerName.isEmpty())
        known.playerName = head.playerName;
    if (!head.playerId.isEmpty())
        known.playerId = head.playerId;
    if (!head.mapId.isEmpty())
        known.mapId = head.mapId;
    if (!head.mapName.isEmpty())
        known.mapName = head.mapName;
    if (known.outcome.isEmpty())
        known.outcome = QStringLiteral("open");
    return notes;
}

RunNotes RunNotes::resume(const Header& header, const Metadata& metadata)
{
    RunNotes notes;
    notes.m_header = header;
    notes.m_metadata = metadata;
    return notes;
}

void RunNotes::mark(std::int32_t tick, const QString& kind, const QString& id, std::int64_t ms)
{
    if (m_metadata.markers.size() >= MaxMarkers)
        m_tooManyMarkers = true;
    if (m_tooManyMarkers)
        m_metadata.markers.clear();
    else
        m_metadata.markers.push_back({tick, kind, id, ms});
}

void RunNotes::take(std::int32_t tick, std::span<const Event> events)
{
    for (const Event& event : events) {
        if (const auto* reached = std::get_if<CheckpointReached>(&event)) {
            mark(tick, QStringLiteral("checkpoint"), model::textOf(reached->id), reached->runMs);
        } else if (const auto* reset = std::get_if<CheckpointReset>(&event)) {
            mark(tick, QStringLiteral("reset"), resetReason(reset->reason), reset->runMs);
        } else if (const auto* end = std::get_if<RunEnd>(&event)) {
            mark(tick, QStringLiteral("end"), endReason(end->reason), end->runMs);
            m_metadata.runTimeMs = end->runMs;
        } else if (const auto* flag = std::get_if<AnticheatFlag>(&event)) {
            RecordedFlag recorded;
            recorded.tick = tick;
            recorded.endTick = tick;
            recorded.check = model::textOf(flag->check);
            recorded.severity = std::min<int>(flag->severity, 3);
            recorded.score = decimalOf(flag->score);
            recorded.detail = model::textOf(flag->detail);
            recorded.source = QStringLiteral("server");
            m_metadata.flags.push_back(std::move(recorded));
        }
    }
}

void RunNotes::setOutcome(const QString& outcome) { m_metadata.outcome = outcome; }

Bytes RunNotes::preamble(std::vector<ChunkEntry> chunks, bool loneFile)
{
    if (m_header.profile == Profile::S1 && !chunks.empty()) {
        // The draft's index has no versions.
        m_metadata.dataVersion = m_header.dataVersion;
        m_metadata.chunkVersions.clear();
        m_metadata.chunkVersions.reserve(chunks.size());
        bool mixed = false;
        for (const ChunkEntry& chunk : chunks) {
            m_metadata.chunkVersions.push_back(chunk.dataVersion);
            mixed = mixed || chunk.dataVersion != m_header.dataVersion;
        }
        if (!mixed)
            m_metadata.chunkVersions.clear();
    }
    Bytes metadata;
    io::writeNbt(metadata, metadataTree(m_metadata));
    m_header.metadataBytes = static_cast<std::int32_t>(metadata.size());
    m_header.chunkCount = static_cast<std::int32_t>(chunks.size());
    m_header.tickCount = chunks.empty() ? 0 : chunks.back().endTick();
    // An offset takes eight bytes whatever it is, so the index is as long now as it will be.
    m_header.indexBytes = static_cast<std::int32_t>(writeIndex(chunks, m_header.profile).size());
    if (loneFile) {
        for (ChunkEntry& chunk : chunks)
            chunk.offset += static_cast<std::int64_t>(m_header.preambleBytes());
    }
    Bytes out = writeHeader(m_header);
    out.insert(out.end(), metadata.begin(), metadata.end());
    const Bytes index = writeIndex(chunks, m_header.profile);
    out.insert(out.end(), index.begin(), index.end());
    return out;
}

} // namespace ghostline::recording
