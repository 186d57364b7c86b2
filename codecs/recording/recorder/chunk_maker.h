// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// Ticks in, compressed chunks out: keeps the state that snapshots are made of.
#include "codecs/recording/format/limits.h"
#include "codecs/recording/recorder/event_check.h"
#include "codecs/recording/recorder/recorder.h"

#include <memory>

struct ZSTD_CCtx_s;

namespace ghostline::recording {

/// One frame with the content's checksum in it. LimitExceeded when there is no memory for it.
class ChunkPress
{
public:
    explicit ChunkPress(int level);
    model::Result<Bytes> press(std::span<const std::byte> raw);

private:
    struct Free
    {
        void operator()(ZSTD_CCtx_s* context) const;
    };
    std::unique_ptr<ZSTD_CCtx_s, Free> m_context;
};

/// One frame back to `size` bytes.
model::Result<Bytes> unpress(std::span<const std::byte> frame, std::size_t size);

/// A chunk that is closed; its entry has no offset yet.
struct MadeChunk
{
    ChunkEntry entry;
    Bytes frame;
};

class ChunkMaker
{
public:
    ChunkMaker(Profile profile, int tickRate, int snapshotEveryChunks, int zstdLevel,
               std::int32_t dataVersion);

    /// Checks, then records a tick; opens a chunk if none is open. Nothing is recorded when it fails.
    model::Result<void> tick(std::span<const Event> events);
    /// The open chunk, or nothing when none is.
    model::Result<std::optional<MadeChunk>> close();
    /// Goes on behind a recording that exists; the next chunk has a snapshot.
    void resume(World world, std::int32_t nextTick);

    bool isOpen() const { return m_chunk.has_value(); }
    std::int32_t nextTick() const { return m_nextTick; }
    std::int32_t ticks() const { return isOpen() ? m_nextTick - m_startTick : 0; }
    /// Of the open chunk, without its snapshot.
    std::size_t recordedBytes() const { return isOpen() ? m_chunk->bytes() - m_snapshotBytes : 0; }
    std::size_t rawBytes() const { return isOpen() ? m_chunk->bytes() : 0; }
    /// A chunk beyond this is closed whatever the options say.
    bool isFull() const { return rawBytes() > MaxChunkRaw / 4; }
    bool opensWithSnapshotEvents() const;
    const World& world() const { return m_world; }

private:
    bool snapshotDue() const;
    void open(std::span<const Event> events);
    void openS1(std::span<const Event> events);
    void openWithEvents(std::span<const Event> events);
    bool addSnapshotEvents(std::span<const Event> events);

    Profile m_profile;
    int m_tickRate;
    int m_snapshotEvery;
    std::int32_t m_dataVersion;
    EventCheck m_check;
    ChunkPress m_press;
    World m_world;
    std::optional<ChunkWriter> m_chunk;
    std::int32_t m_nextTick = 0;
    std::int32_t m_startTick = 0;
    int m_sinceSnapshot = -1; ///< chunks; -1 = there was none yet
    bool m_snapshot = false;  ///< the open chunk has one
    std::size_t m_snapshotBytes = 0;
};

} // namespace ghostline::recording
