// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// One decompressed chunk: an optional snapshot (S1), then tick records.
#include "codecs/recording/format/event.h"
#include "codecs/recording/format/limits.h"
#include "model/base/diagnostic.h"

namespace ghostline::recording {

/// What the index says of a chunk.
struct ChunkEntry
{
    std::int32_t startTick = 0;
    std::int32_t tickCount = 0;
    std::uint8_t flags = 0;  ///< bit 0: starts with a snapshot
    std::int64_t offset = 0; ///< in the file; segmented: segment << 32 | offset in it
    std::int32_t compressedBytes = 0;
    std::int32_t rawBytes = 0;
    std::int32_t formatVersion = 0; ///< H5: of this chunk; else the file's
    std::int32_t dataVersion = 0;   ///< H5: of this chunk; S1 by hc:chunkVersions; else the file's

    bool hasSnapshot() const { return (flags & 1U) != 0; }
    std::int32_t endTick() const { return startTick + tickCount; }
    int segment() const { return static_cast<int>(offset >> 32); }
    std::uint32_t offsetInSegment() const { return static_cast<std::uint32_t>(offset); }
    friend bool operator==(const ChunkEntry&, const ChunkEntry&) = default;
};

/// How the events of a chunk are laid out: an H5 recording may hold chunks of version 4. Unsupported for
/// other versions.
model::Result<Profile> chunkProfile(Profile file, const ChunkEntry& entry);

/// One entity of an S1 snapshot.
struct SnapshotEntity
{
    std::int32_t id = 0;
    std::string_view type; ///< "minecraft:player" for 0
    Place place;
    PackedVector velocity;
    std::int32_t pose = 0;
    std::uint8_t flags = 0;
    std::uint8_t heldSlot = 255; ///< 255 = unknown
    std::optional<std::int32_t> hand;
    std::vector<Item> items;
};

/// State before the chunk's first tick (S1). Texts point into the chunk.
struct Snapshot
{
    std::vector<std::string_view> palette;
    std::vector<std::pair<std::int64_t, std::int32_t>> blocks; ///< packed position, palette index; sorted
    std::vector<SnapshotEntity> entities;                      ///< ascending id, the player first
    std::int32_t runMs = 0;
    std::int32_t checkpointsTaken = 0;
    std::string_view lastCheckpoint;
};

model::Result<Snapshot> readSnapshot(io::ByteCursor& in);
/// With the length in front.
void writeSnapshot(Bytes& out, const Snapshot& snapshot);

/// Walks the ticks of a chunk, laid out as chunkProfile() says. What it yields points into `raw`, which must
/// outlive it. Never throws, reads nothing twice, allocates only for snapshots and items.
class ChunkReader
{
public:
    /// `number`: of the chunk, for messages.
    ChunkReader(Profile profile, const ChunkEntry& entry, std::span<const std::byte> raw, int number);

    /// The S1 snapshot, when the entry says that there is one; to be read before the first tick.
    model::Result<std::optional<Snapshot>> snapshot();
    /// Steps to the next tick record; false at the end of the chunk or after a failure. Events of the tick
    /// before that were not fetched are read over.
    bool nextTick();
    std::int32_t tick() const { return m_tick; } ///< of the recording, not of the chunk
    std::int32_t eventsLeft() const { return m_eventsLeft; }
    /// The next event of this tick; false when there is none left or it cannot be read.
    bool nextEvent(Event& event);
    /// The same where that is a DeltaMove with short numbers, which nearly all events are.
    bool nextMove(DeltaMove& move);
    /// A SetBlock by its name that comes next in this tick, as its bytes lie there: the name is not checked
    /// yet. Nothing where the next event is another one or needs a closer look.
    struct BlockAhead
    {
        std::int64_t position;
        std::string_view name;
    };
    std::optional<BlockAhead> blockAhead() const;
    /// Steps over what blockAhead() gave.
    void skipBlock(const BlockAhead& block);
    /// Place in the raw chunk of the event last fetched.
    std::size_t eventOffset() const { return m_eventOffset; }
    /// Place in the raw chunk of what is read next: behind the snapshot, the tick's head, or the last event.
    std::size_t position() const { return m_in.position(); }
    /// Why reading ended before the end of the chunk: names tick, chunk and offset in the raw chunk.
    const std::optional<model::Error>& failure() const { return m_failure; }
    /// Ticks of an S1 chunk that turned out to be absolute (read so, with a warning).
    bool readAsAbsolute() const { return m_absolute; }

private:
    bool fail(model::ErrorCode code, const QString& why, std::size_t at);
    void skipSnapshot();
    void chooseTickBase();
    bool checkTick(std::int64_t tick);

    Profile m_profile;
    ChunkEntry m_entry;
    io::ByteCursor m_in;
    std::span<const std::byte> m_raw;
    int m_number;
    bool m_started = false;
    bool m_absolute = false;
    std::int32_t m_tick = -1;
    std::int32_t m_records = 0; ///< tick records so far
    std::int32_t m_eventsLeft = 0;
    std::size_t m_eventOffset = 0;
    std::vector<Item> m_items;
    Event m_skipped;
    std::optional<model::Error> m_failure;
};

inline constexpr std::size_t BlockHead = 1 + sizeof(std::int64_t) + 1; ///< id, position, a short length

inline std::optional<ChunkReader::BlockAhead> ChunkReader::blockAhead() const
{
    const auto bytes = m_in.ahead();
    if (m_eventsLeft <= 0 || m_profile == Profile::H4 || bytes.size() < BlockHead ||
        bytes[0] != std::byte{SetBlockId})
        return std::nullopt;
    const auto length = std::to_integer<std::size_t>(bytes[BlockHead - 1]);
    if (length >= 0x80 || length > bytes.size() - BlockHead)
        return std::nullopt;
    return BlockAhead{io::loadBe<std::int64_t>(bytes.data() + 1),
                      {reinterpret_cast<const char*>(bytes.data()) + BlockHead, length}};
}

inline void ChunkReader::skipBlock(const BlockAhead& block)
{
    m_eventOffset = m_in.position();
    m_in.skip(BlockHead + block.name.size());
    --m_eventsLeft;
}

/// Builds the raw bytes of one chunk, tick by tick.
class ChunkWriter
{
public:
    /// `snapshot`: S1 only, null = none.
    ChunkWriter(Profile profile, std::int32_t startTick, const Snapshot* snapshot = nullptr);
    /// Ticks ascend. H5: ticks left out are filled in as empty ones; S1: an empty tick leaves no trace.
    void beginTick(std::int32_t tick);
    /// At most 32767 a tick; false when the tick is full.
    bool add(const Event& event);
    std::size_t bytes() const { return m_out.size(); }
    std::int32_t events() const { return m_events; } ///< of the tick begun last
    /// The chunk so far, closed; beginTick() goes on afterwards.
    const Bytes& finish();

private:
    void openTick(std::int32_t tick);
    void closeTick();

    Profile m_profile;
    std::int32_t m_startTick;
    std::int32_t m_nextTick; ///< the one after the last begun
    Bytes m_out;
    std::size_t m_tickStart = 0;
    std::size_t m_countAt = 0;
    std::int32_t m_events = 0;
    bool m_open = false;
};

} // namespace ghostline::recording
