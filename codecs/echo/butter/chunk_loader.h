// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// Fetches and unpacks the chunks of a .butter file.
#include "codecs/echo/butter/butter_frame.h"

namespace ghostline::echo::butter {

/// An unpacked chunk and what is wrong with it; what could be unpacked is there even so.
struct LoadedChunk
{
    std::size_t number = 0;
    Chunk chunk;
    std::optional<model::Error> damage;
    /// Time of its first frame, milliseconds as stored; nothing when that is no keyframe of a date.
    std::optional<std::int64_t> keyTime() const;
};

/// Immutable, for any number of threads.
class ChunkLoader
{
public:
    ChunkLoader(std::shared_ptr<model::ByteSource> bytes, Header header, ChunkTable table);

    const Header& header() const { return m_header; }
    const ChunkTable& table() const { return m_table; }
    std::uint64_t fileBytes() const { return m_bytes->size(); }
    /// Error only when the source cannot be read.
    model::Result<void> load(std::size_t number, LoadedChunk& out, const std::stop_token& stop) const;
    /// The next that is not empty, from `number` on; count() when there is none.
    std::size_t next(std::size_t number) const;
    std::size_t count() const { return m_table.chunks.size(); }

private:
    std::shared_ptr<model::ByteSource> m_bytes;
    const Header m_header;
    const ChunkTable m_table;
};

/// All chunks in order, loaded one ahead: times depend on the keyframe that follows.
class ChunksInOrder
{
public:
    explicit ChunksInOrder(const ChunkLoader& loader) : m_loader(loader), m_next(loader.next(0)) {}

    /// Turns to the next chunk; false behind the last.
    model::Result<bool> advance(const std::stop_token& stop);
    const LoadedChunk& now() const { return m_loaded[m_now]; }
    std::optional<std::int64_t> nextKeyTime() const { return m_nextKeyTime; }

private:
    const ChunkLoader& m_loader;
    std::size_t m_next;
    std::array<LoadedChunk, 2> m_loaded;
    std::size_t m_now = 0;
    bool m_any = false;
    std::optional<std::int64_t> m_nextKeyTime;
};

} // namespace ghostline::echo::butter
