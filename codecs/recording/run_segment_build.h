// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// Decoding a chunk into a segment: first the chunks it builds on, for their end alone, then its own ticks.
#include "codecs/recording/block_edit.h"
#include "codecs/recording/run_segment_data.h"

namespace ghostline::recording {

class SegmentBuild
{
public:
    explicit SegmentBuild(const SegmentInput& input);
    std::shared_ptr<const RunSegment> run();

private:
    struct Found
    {
        LiveEntity* entity;
        std::int32_t id;
    };
    // run_segment_build.cpp: chunks.
    std::size_t anchor() const;
    void takeOver(const EndState& end);
    void readChunk(std::size_t i);
    void readTicks(ChunkReader& reader);
    void openSnapshot(ChunkReader& reader, const ChunkEntry& entry);
    void load(const Snapshot& snapshot);
    void openShown();
    void useStart(bool fromBlob);
    bool wasThere(std::int32_t id, model::ActorId actor) const;
    void endTick();
    void finish();
    void settle(LifeTrack& life, std::size_t index);
    // run_segment_events.cpp: events.
    void take(const Event& event);
    void move(const DeltaMove& e);
    void move(const AbsoluteMove& e);
    void spawn(const SpawnEntity& e);
    void destroy(std::int32_t id);
    void setItems(LiveEntity& entity, std::span<const Item> items);
    void swing(const HandAnimation& e);
    void takeRun(const Event& event);
    void clockFrom(std::int64_t runMs);
    LiveEntity* find(std::int32_t id);
    LiveEntity& add(std::int32_t id);
    void forget(std::int32_t id);
    void forgetEntities();
    LifeTrack* lifeOf(const LiveEntity& entity)
    {
        return entity.life < 0 ? nullptr : &m_lives[static_cast<std::size_t>(entity.life)];
    }
    void begin(std::int32_t id, LiveEntity& entity, model::ActorId actor, std::int32_t first);
    void record(const LiveEntity& entity);
    void recordPose(const LiveEntity& entity, bool absolute);
    void recordItem(LifeTrack& life, int slot, model::StringId text);
    model::StringId textOf(std::string_view text) const;
    model::StringId itemOf(NbtView nbt);
    std::uint8_t takeSlot(std::int32_t id);

    const SegmentInput& m_input;
    std::shared_ptr<RunSegment> m_segment = std::make_shared<RunSegment>();
    BlockEditor m_blocks;
    std::map<std::int32_t, LiveEntity> m_entities;
    std::vector<LiveEntity*> m_fast; ///< by number, for the low ones that nearly everybody has
    /// Given back by a snapshot's spawns; ascending, 255 = taken.
    std::vector<std::pair<std::int32_t, std::uint8_t>> m_slotsBefore;
    std::array<std::pair<std::string_view, model::StringId>, 64> m_items{}; ///< by hash of their bytes
    Lives m_actors;
    std::vector<LifeTrack> m_lives;
    std::vector<std::optional<glm::dvec3>> m_before; ///< by life: where the chunk before left it
    const Snapshot* m_blob = nullptr;                ///< while the chunk that begins with it is opened
    RunKey m_run;
    bool m_namesKnown = false; ///< who the others are
    bool m_shown = false;      ///< the chunk itself, not one it builds on
    bool m_whole = false;      ///< what is known is all there was so far
    bool m_snapshotTick = false;
    std::int32_t m_restated = 0; ///< events of this tick still to come that only describe what is there
    std::int32_t m_tick = 0;
    std::int32_t m_readEnd = 0;
};

} // namespace ghostline::recording
