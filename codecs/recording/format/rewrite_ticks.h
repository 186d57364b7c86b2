// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// The ticks of a chunk as bytes, for moving them into another chunk without touching what was recorded.
#include "codecs/recording/format/header.h"

namespace ghostline::recording {

/// The layout of one chunk's events; the file's where the chunk's version is one that nobody knows.
Profile layoutOf(Profile file, const ChunkEntry& entry);

/// One tick record.
struct TickBytes
{
    std::int32_t tick = 0; ///< of the recording, not of the chunk
    std::int32_t events = 0;
    std::span<const std::byte> bytes; ///< of the events, one behind the other
};

/// A chunk taken apart; points into its raw bytes.
struct ChunkParts
{
    std::span<const std::byte> snapshot; ///< S1, with its length in front; else empty
    std::vector<TickBytes> ticks;
    bool absolute = false; ///< an S1 chunk whose ticks are the recording's
};

/// Damaged, with tick, chunk and offset, where an event cannot be read.
model::Result<ChunkParts> takeApart(Profile profile, const ChunkEntry& entry, std::span<const std::byte> raw,
                                    int number);

/// Reads the events of one tick again, with the bytes of each.
template<typename Visit>
model::Result<void> eachEvent(const TickBytes& tick, Profile layout, std::vector<Item>& items,
                              const Visit& visit)
{
    io::ByteCursor in(tick.bytes);
    Event event;
    QString problem;
    for (std::int32_t i = 0; i < tick.events; ++i) {
        const std::size_t begin = in.position();
        if (!readEvent(in, layout, event, items, problem))
            return model::fail(model::ErrorCode::Damaged, problem, {.frame = tick.tick});
        if (auto visited = visit(event, tick.bytes.subspan(begin, in.position() - begin)); !visited)
            return visited;
    }
    return {};
}

/// Puts chunks together from ticks that exist as bytes.
class RawChunk
{
public:
    explicit RawChunk(Profile profile) : m_profile(profile) {}
    void begin(std::int32_t startTick); ///< forgets what was there
    void addSnapshot(std::span<const std::byte> withLength);
    /// `tick` of the recording. S1: a tick without events leaves no trace.
    void addTick(std::int32_t tick, std::int32_t events, std::span<const std::byte> bytes);
    /// Bytes as they are: a whole chunk behind another (H4, H5).
    void addRaw(std::span<const std::byte> raw);
    const Bytes& bytes() const { return m_bytes; }
    std::int32_t startTick() const { return m_startTick; }

private:
    Profile m_profile;
    std::int32_t m_startTick = 0;
    Bytes m_bytes;
};

} // namespace ghostline::recording
