// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// A recording played from front to back, for what only that can tell: who takes part, what happened, and what
// no snapshot carries. The rules are those of showing it.
#include "codecs/recording/replay/chunk_starts.h"
#include "codecs/recording/replay/run_cast.h"
#include "codecs/recording/replay/run_damage.h"
#include "codecs/recording/replay/run_events.h"
#include "codecs/recording/replay/run_extent.h"

namespace ghostline::recording {

/// Of one thread. Chunks come in their order, none left out.
class RunPlay
{
public:
    explicit RunPlay(const Metadata& metadata);

    /// `number`: of the chunk among all; what cannot be read of it or contradicts itself is put into
    /// `damage`.
    void play(const RecordingFile& file, std::size_t number, const RunChunk& chunk, const Bytes& raw,
              RunDamage& damage);
    /// A chunk that cannot be had: lives go on until somebody says otherwise.
    void skip();

    const RunCast& cast() const { return m_cast; }
    const EventBuilder& events() const { return m_events; }
    const model::StringTable& strings() const { return m_strings; }
    const ChunkStarts& starts() const { return m_starts; }
    /// Where the player went, and what was edited.
    const RunExtent& extent() const { return m_extent; }
    /// Of the player's places, metres.
    std::optional<double> lowest() const { return m_lowest; }
    /// The tick at which the run started, where it did so once.
    std::optional<std::int32_t> onlyRunStart() const
    {
        return m_runStarts.size() == 1 ? std::optional(m_runStarts.front()) : std::nullopt;
    }

private:
    struct Chunk
    {
        const RecordingFile& file;
        std::size_t number;
        const RunChunk& at;
        RunDamage& damage;
    };
    struct Before
    {
        std::int32_t entity = 0;
        glm::dvec3 position{0.0};
    };

    bool loadSnapshot(const Chunk& chunk, ChunkReader& reader);
    void playTick(const Chunk& chunk, ChunkReader& reader, bool snapshotTick);
    void takeEvent(const Chunk& chunk, std::int32_t tick, const Event& event, bool restated);
    void takeSpawn(std::int32_t tick, const SpawnEntity& event, bool restated);
    void takeItems(const SetItem& event);
    void takeHeads(bool snapshot);
    void rememberPlace(std::int32_t entity);
    void findTeleports(std::int32_t tick, bool snapshotTick);
    void contradict(const Chunk& chunk, std::int32_t tick, const Event& event);
    void endLivesNotIn(const std::vector<Lives::Life>& before, std::int32_t tick);
    void intern(const QString& text);
    EventActor who(std::int32_t entity) const;

    World m_world;
    Lives m_lives;
    std::vector<Before> m_before;          ///< who moved in this tick, where it was before
    bool m_gap = false;                    ///< the chunk before could not be read to its end
    std::vector<std::int32_t> m_runStarts; ///< the first two tell whether there is one
    std::optional<double> m_lowest;
    RunExtent m_extent;
    RunCast m_cast;
    EventBuilder m_events;
    model::StringTable m_strings;
    std::size_t m_stringBytes = 0;
    ChunkStarts m_starts;
};

} // namespace ghostline::recording
