// SPDX-License-Identifier: GPL-3.0-or-later
#include "codecs/recording/recorder/lone_recorder.h"

#include "model/bytes/atomic_file.h"

namespace ghostline::recording {

LoneRecorder::LoneRecorder(RunNotes notes, const RecorderOptions& options)
    : m_notes(std::move(notes)), m_options(options),
      m_maker(m_notes.header().profile, m_notes.metadata().tickRate, options.snapshotEveryChunks,
              options.zstdLevel, m_notes.header().dataVersion)
{
}

model::Result<LoneRecorder> LoneRecorder::create(const RecorderHead& head, const RecorderOptions& options)
{
    auto notes = RunNotes::create(head);
    if (!notes)
        return tl::unexpected(notes.error());
    return LoneRecorder(std::move(*notes), options);
}

model::Result<void> LoneRecorder::closeChunk()
{
    auto made = m_maker.close();
    if (!made)
        return tl::unexpected(made.error());
    if (*made)
        m_chunks.push_back({(*made)->entry, std::make_shared<const Bytes>(std::move((*made)->frame))});
    return {};
}

model::Result<void> LoneRecorder::tick(std::span<const Event> events)
{
    const std::int32_t number = m_maker.nextTick();
    auto taken = m_maker.tick(events);
    if (m_maker.nextTick() == number)
        return taken;
    m_notes.take(number, events);
    m_events += static_cast<std::int64_t>(events.size());
    const bool done = (m_options.chunkTicks > 0 && m_maker.ticks() >= m_options.chunkTicks) ||
                      (m_options.chunkRawBytes > 0 && m_maker.recordedBytes() >= m_options.chunkRawBytes) ||
                      m_maker.isFull();
    if (done) {
        if (auto closed = closeChunk(); !closed)
            return closed;
    }
    return taken;
}

std::optional<glm::dvec3> LoneRecorder::decodedPosition(std::int32_t entity) const
{
    const Entity* there = m_maker.world().entity(entity);
    return there != nullptr && there->placed ? std::optional(there->position.value()) : std::nullopt;
}

model::Result<void> LoneRecorder::save(const QString& path, const QString& outcome)
{
    if (auto closed = closeChunk(); !closed)
        return closed;
    m_notes.setOutcome(outcome);
    return writeLoneFile(path, m_notes, m_chunks);
}

model::Result<void> writeLoneFile(const QString& path, RunNotes& notes, std::span<const LoneChunk> chunks)
{
    std::vector<ChunkEntry> entries;
    entries.reserve(chunks.size());
    std::int64_t offset = 0;
    for (const LoneChunk& chunk : chunks) {
        entries.push_back(chunk.entry);
        entries.back().offset = offset;
        offset += chunk.entry.compressedBytes;
    }
    auto file = model::AtomicFile::create(path);
    if (!file)
        return tl::unexpected(file.error());
    if (auto put = file->write(notes.preamble(std::move(entries), true)); !put)
        return put;
    for (const LoneChunk& chunk : chunks) {
        if (auto put = file->write(*chunk.frame); !put)
            return put;
    }
    return file->commit();
}

} // namespace ghostline::recording
