// SPDX-License-Identifier: GPL-3.0-or-later
#include "codecs/recording/replay/run_native.h"

#include "codecs/recording/format/limits.h"
#include "codecs/recording/format/run_texts.h"
#include "codecs/recording/replay/run_properties.h"
#include "codecs/recording/replay/run_records.h"
#include "codecs/recording/state/state_compare.h"

#include <QJsonArray>

#include <algorithm>

namespace ghostline::recording {

using model::FrameNumber;

namespace {

QJsonObject entityTree(std::int32_t id, const Entity& entity)
{
    QJsonObject out{{QStringLiteral("entity"), id},
                    {QStringLiteral("type"), entityTypeText(entity.type.view())},
                    {QStringLiteral("pose"), entity.pose},
                    {QStringLiteral("flags"), entity.flags},
                    {QStringLiteral("velocity"), vectorJson(entity.velocity.value())},
                    {QStringLiteral("items"), itemsJson(entity.items)}};
    if (entity.placed) {
        out[QStringLiteral("pos")] = vectorJson(entity.position.value());
        out[QStringLiteral("yaw")] = entity.yaw;
        out[QStringLiteral("pitch")] = entity.pitch;
    }
    out[QStringLiteral("hand")] = entity.hand ? QJsonValue(*entity.hand) : QJsonValue();
    out[QStringLiteral("slot")] = entity.heldSlot == 255 ? QJsonValue() : QJsonValue(entity.heldSlot);
    return out;
}

QJsonArray blockList(const World& world)
{
    std::vector<std::pair<std::int64_t, std::uint32_t>> blocks(world.blocks().begin(), world.blocks().end());
    std::sort(blocks.begin(), blocks.end());
    blocks.resize(std::min(blocks.size(), MaxListedBlocks));
    QJsonArray out;
    for (const auto& [place, kind] : blocks) {
        const glm::ivec3 at = unpackBlock(place);
        out.append(QJsonArray{at.x, at.y, at.z, kindJson(world.blockKinds()[kind].view())});
    }
    return out;
}

} // namespace

model::Result<QJsonObject> runNativeState(const RunIndex& run, FrameNumber tick, std::stop_token stop)
{
    const auto world = worldAt(run, tick, std::move(stop));
    if (!world)
        return tl::unexpected(world.error());
    QJsonArray entities;
    for (const auto& [id, entity] : world->entities())
        entities.append(entityTree(id, entity));
    const Run& state = world->run();
    QJsonObject course{{QStringLiteral("checkpoints"), state.checkpointsTaken},
                       {QStringLiteral("last_checkpoint"), QString::fromStdString(state.lastCheckpoint)},
                       {QStringLiteral("resets"), state.resets}};
    if (state.startTick)
        course[QStringLiteral("start_tick")] = *state.startTick;
    if (state.endTick)
        course[QStringLiteral("end_tick")] = *state.endTick;
    return QJsonObject{{QStringLiteral("tick"), static_cast<qint64>(tick)},
                       {QStringLiteral("entities"), entities},
                       {QStringLiteral("run"), course},
                       {QStringLiteral("block_count"), static_cast<qint64>(world->blocks().size())},
                       {QStringLiteral("blocks"), blockList(*world)}};
}

// Integrity of a recording: what it promises against what it holds.

using model::Verdict;
using model::VerdictState;

namespace {

/// Plays everything once and remembers the first fault of each kind.
class Check
{
public:
    explicit Check(const RunIndex& run) : m_run(run), m_profile(run.file->header().profile) {}

    void take(std::size_t index, const model::Result<Bytes>& raw)
    {
        const RunChunk& chunk = (*m_run.chunks)[index];
        ++m_chunks;
        if (!raw) {
            fail(m_chunkFault, chunk.entry.startTick, raw.error().message);
            m_whole = false;
            return;
        }
        ChunkReader reader(m_profile, chunk.entry, *raw, chunk.number);
        const bool compare = m_whole && index > 0;
        if (chunk.entry.hasSnapshot())
            m_whole = m_profile == Profile::S1 ? loadBlob(chunk, reader, compare)
                                               : playFirst(chunk, reader, compare);
        Event event;
        while (reader.nextTick())
            while (reader.nextEvent(event))
                m_world.take(reader.tick(), event);
        if (reader.failure()) {
            fail(m_chunkFault, std::max(reader.tick(), chunk.entry.startTick), reader.failure()->message);
            m_whole = false;
        }
    }

    std::vector<Verdict> verdicts() const
    {
        std::vector<Verdict> out;
        out.push_back(told(QStringLiteral("chunks"), m_chunkFault,
                           QStringLiteral("%1 chunks, all of them readable").arg(m_chunks)));
        out.push_back(checksums());
        out.push_back(ticks());
        out.push_back(counts());
        if (m_compared == 0 && !m_snapshotFault)
            out.push_back({QStringLiteral("snapshots"),
                           VerdictState::NotPresent,
                           {},
                           QStringLiteral("no snapshot follows ticks that could be played up to it")});
        else
            out.push_back(
                told(QStringLiteral("snapshots"), m_snapshotFault,
                     QStringLiteral("%1 snapshots equal what playing up to them gives").arg(m_compared)));
        return out;
    }

private:
    using Fault = std::optional<std::pair<FrameNumber, QString>>;

    static void fail(Fault& fault, FrameNumber tick, const QString& what)
    {
        if (!fault)
            fault = {tick, what};
    }
    static Verdict told(const QString& check, const Fault& fault, const QString& good)
    {
        return fault ? Verdict{check, VerdictState::Failed, fault->first, fault->second}
                     : Verdict{check, VerdictState::Ok, {}, good};
    }

    bool loadBlob(const RunChunk& chunk, ChunkReader& reader, bool compare)
    {
        const auto snapshot = reader.snapshot();
        if (!snapshot || !*snapshot) {
            fail(m_chunkFault, chunk.entry.startTick,
                 snapshot ? QStringLiteral("the snapshot is missing") : snapshot.error().message);
            return false;
        }
        const World played = std::move(m_world);
        m_world = World();
        if (compare)
            m_world.setRun(played.run());
        m_world.load(**snapshot, chunk.entry.startTick, m_run.file->description().metadata.tickRate);
        if (!compare)
            return true;
        ++m_compared;
        QString what = stateDiffers(played, m_world, Closeness::Placed);
        if (what.isEmpty())
            what = runDiffers(played.run(), m_world.run(), m_run.file->description().metadata.tickRate);
        if (!what.isEmpty())
            fail(m_snapshotFault, chunk.entry.startTick,
                 QStringLiteral("the snapshot differs in %1").arg(what));
        return true;
    }

    /// H4, H5: the snapshot stands in the first tick, so it is held against the state after that.
    bool playFirst(const RunChunk& chunk, ChunkReader& reader, bool compare)
    {
        World played = std::move(m_world);
        m_world = World();
        m_world.setRun(played.run());
        m_world.setHeldSlots(played.heldSlots());
        Event event;
        if (!reader.nextTick() || !reader.nextEvent(event))
            return !reader.failure();
        const std::int32_t restated = restatedEvents(event, reader, true);
        std::int32_t number = 0;
        do {
            if (number++ >= restated && compare)
                played.take(reader.tick(), event);
            m_world.take(reader.tick(), event);
        } while (reader.nextEvent(event));
        if (!compare || reader.failure())
            return true;
        ++m_compared;
        const QString what = stateDiffers(played, m_world, Closeness::Described);
        if (!what.isEmpty())
            fail(m_snapshotFault, chunk.entry.startTick,
                 QStringLiteral("the snapshot differs in %1").arg(what));
        return true;
    }

    Verdict checksums() const
    {
        const auto sums = m_run.file->hasChecksums();
        if (!sums)
            return {QStringLiteral("checksums"),
                    VerdictState::CannotCheck,
                    {},
                    QStringLiteral("no chunk could be read")};
        if (!*sums)
            return {QStringLiteral("checksums"),
                    VerdictState::NotPresent,
                    {},
                    QStringLiteral("the chunks carry no checksum: a flipped bit can go unnoticed")};
        return {
            QStringLiteral("checksums"), VerdictState::Ok, {}, QStringLiteral("the chunks carry checksums")};
    }
    Verdict ticks() const
    {
        for (const RunChunk& chunk : *m_run.chunks) {
            if (chunk.number < 0)
                return {QStringLiteral("ticks"), VerdictState::Failed, FrameNumber{chunk.entry.startTick},
                        QStringLiteral("no chunk holds ticks %1 to %2")
                            .arg(chunk.entry.startTick)
                            .arg(chunk.entry.endTick() - 1)};
        }
        return {QStringLiteral("ticks"),
                VerdictState::Ok,
                {},
                QStringLiteral("each chunk begins where the one before ends")};
    }
    Verdict counts() const
    {
        const Header& header = m_run.file->header();
        std::int64_t sum = 0;
        for (const ChunkEntry& entry : m_run.file->chunks())
            sum += entry.tickCount;
        const auto chunks = static_cast<std::int64_t>(m_run.file->chunks().size());
        const bool same = header.tickCount == sum && header.chunkCount == chunks;
        return {QStringLiteral("header"),
                same ? VerdictState::Ok : VerdictState::Failed,
                {},
                QStringLiteral("the header promises %1 ticks in %2 chunks, the index has %3 in %4")
                    .arg(header.tickCount)
                    .arg(header.chunkCount)
                    .arg(sum)
                    .arg(chunks)};
    }

    const RunIndex& m_run;
    Profile m_profile;
    World m_world;
    bool m_whole = true; ///< everything up to here was played
    std::size_t m_chunks = 0;
    std::size_t m_compared = 0;
    Fault m_chunkFault;
    Fault m_snapshotFault;
};

} // namespace

std::vector<Verdict> verifyRun(const RunIndex& run, const model::Progress& progress, std::stop_token stop)
{
    Check check(run);
    const auto total = static_cast<double>(std::max<std::size_t>(run.chunks->size(), 1));
    bool cancelled = false;
    const auto walked = walkChunks(
        run,
        [&](std::size_t i, const model::Result<Bytes>& raw) {
            if (progress && !progress(static_cast<double>(i) / total)) {
                cancelled = true;
                return false;
            }
            check.take(i, raw);
            return true;
        },
        std::move(stop));
    if (!walked || cancelled)
        return {{QStringLiteral("chunks"),
                 VerdictState::CannotCheck,
                 {},
                 QStringLiteral("the check was cancelled")}};
    return check.verdicts();
}

} // namespace ghostline::recording
