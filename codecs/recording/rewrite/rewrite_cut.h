// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// Ticks of a recording as chunks of another one: a part of it, another layout, other chunks. Events are moved
// as the bytes they were recorded as; only what a chunk opens with is made anew.
#include "codecs/recording/file/recording_file.h"
#include "codecs/recording/format/limits.h"
#include "codecs/recording/format/rewrite_ticks.h"
#include "codecs/recording/state/world.h"

#include <functional>

namespace ghostline::recording {

struct CutRequest
{
    Profile target = Profile::H5; ///< S1 or H5; chunks of version 4 stay such in the latter
    std::int32_t first = 0;
    std::int32_t end = 0;
    std::int32_t interval = 0; ///< ticks of a chunk; 0 = as in the source
    int tickRate = UsualTickRate;
};

class ChunkCutter
{
public:
    using Taker = std::function<model::Result<void>(const ChunkEntry& entry, std::span<const std::byte> raw)>;
    ChunkCutter(const RecordingFile& file, const CutRequest& request, Taker taker);

    /// Chunks in order, from the first of the recording on: the state before the part comes from them.
    model::Result<void> add(int number, const model::Result<Bytes>& raw);
    model::Result<void> finish();
    /// Something of the state at the start that the target cannot say, empty when there is none.
    QString lostAtStart() const { return m_lostAtStart; }

private:
    struct Opening ///< of a source chunk, when its first tick is taken
    {
        bool flagged = false;
        bool atStart = false;
        bool matters = false; ///< its snapshot says something else than what was played up to it
        std::span<const std::byte> snapshot;
    };
    model::Result<void> passOver(const ChunkParts& parts, std::int32_t until, bool flagged);
    model::Result<void> takeTick(const ChunkEntry& entry, const TickBytes& tick, const Opening& opening);
    model::Result<void> enterChunk(const ChunkEntry& entry, const ChunkParts& parts, Opening& opening);
    std::int32_t versionMade(const ChunkEntry& entry) const;
    bool startsChunk(const ChunkEntry& entry, std::int32_t tick, const Opening& opening) const;
    model::Result<void> openChunk(const ChunkEntry& entry, std::int32_t tick, const Opening& opening);
    model::Result<void> closeChunk();
    model::Result<void> describeState(std::int32_t tick);
    model::Result<void> moveEvents(const TickBytes& tick, bool dropKnown);
    void addVanished(const TickBytes& tick);
    void addHeldSlots();
    bool isKnown(const Event& event) const;
    model::Result<std::vector<bool>> knownEvents(const TickBytes& tick) const;
    model::Result<void> addEvent(const Event& event, std::int32_t tick);
    model::Result<void> takeDescription(const TickBytes& tick);
    bool stateHasNumbers() const;

    const RecordingFile& m_file;
    CutRequest m_request;
    Taker m_taker;
    World m_world;
    bool m_known = true;            ///< the state is: nothing was lost since the last snapshot
    Profile m_layout = Profile::H5; ///< of the source chunk at hand
    RawChunk m_chunk;
    std::optional<ChunkEntry> m_entry; ///< of the chunk being made
    Bytes m_events;                    ///< of the tick being made
    std::int32_t m_count = 0;
    std::vector<Item> m_items;
    QString m_lostAtStart;
};

} // namespace ghostline::recording
