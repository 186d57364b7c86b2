// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// Records a run in memory and writes it as one file at the end. Not for servers: a crash loses everything.
#include "codecs/recording/recorder/chunk_maker.h"
#include "codecs/recording/recorder/run_notes.h"

namespace ghostline::recording {

/// A chunk for a lone file; its offset does not matter.
struct LoneChunk
{
    ChunkEntry entry;
    std::shared_ptr<const Bytes> frame;
};

/// Temporary file, fsync, rename. Ticks must begin at 0.
model::Result<void> writeLoneFile(const QString& path, RunNotes& notes, std::span<const LoneChunk> chunks);

class LoneRecorder final : public Recorder
{
public:
    static model::Result<LoneRecorder> create(const RecorderHead& head, const RecorderOptions& options = {});
    model::Result<void> tick(std::span<const Event> events) override;
    std::int32_t nextTick() const override { return m_maker.nextTick(); }
    std::optional<glm::dvec3> decodedPosition(std::int32_t entity) const override;
    bool nextTickIsAbsolute() const override { return m_maker.opensWithSnapshotEvents(); }
    /// Temporary file, fsync, rename.
    model::Result<void> save(const QString& path, const QString& outcome);
    RunNotes& notes() { return m_notes; }
    std::int64_t events() const { return m_events; } ///< handed in

private:
    LoneRecorder(RunNotes notes, const RecorderOptions& options);
    model::Result<void> closeChunk();

    RunNotes m_notes;
    RecorderOptions m_options;
    ChunkMaker m_maker;
    std::vector<LoneChunk> m_chunks;
    std::int64_t m_events = 0;
};

} // namespace ghostline::recording
