// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// A run made up from a fixed seed, as chunks, with what is true at each of its ticks as a plain replay of all
// events knows it.
#include "codecs/recording/format/run_texts.h"
#include "codecs/recording/replay/run_properties.h"
#include "codecs/recording/replay/run_segment_build.h"

#include <QTest>

#include <deque>
#include <random>
#include <set>

namespace ghostline::test {

struct RandomPlan
{
    recording::Profile profile = recording::Profile::H5;
    int ticks = 400;
    int chunkTicks = 80;
    int snapshotEvery = 1; ///< chunks; the first always has one
    bool merged = false;   ///< one chunk whose inner snapshots are plain events
    unsigned seed = 1;
};

/// A nameless compound with an id, a count and a damage.
recording::Bytes randomItem(const QString& id, int count, int damage = 0);

/// What is true after one tick.
struct RandomTick
{
    recording::World world;
    std::vector<std::pair<model::ActorId, std::int32_t>> actors; ///< ascending, with their numbers
    std::set<model::ActorId> jumped;
};

class RandomRun
{
public:
    explicit RandomRun(RandomPlan plan = {});

    std::vector<recording::ChunkEntry> entries;
    std::vector<recording::Bytes> raws;
    std::vector<RandomTick> ticks;
    std::vector<recording::ChunkStart> starts; ///< by chunk
    std::shared_ptr<model::StringTable> strings = std::make_shared<model::StringTable>();
    std::shared_ptr<recording::BlockPool> pool = std::make_shared<recording::BlockPool>();

    /// Everything a chunk is decoded from, as the source hands it over.
    recording::SegmentInput input(std::size_t chunk, const model::Segment* previous = nullptr) const;
    std::shared_ptr<const model::Segment> build(std::size_t chunk,
                                                const model::Segment* previous = nullptr) const;
    std::size_t chunkOf(std::int32_t tick) const;

private:
    using Event = recording::Event;

    int roll(int sides) { return static_cast<int>(m_random() % static_cast<unsigned>(sides)); }
    double metres(int range) { return roll(range * 4096) / 4096.0 - range / 2.0; }

    recording::Kind kind(const char* name, int number) const;
    recording::Kind block();
    recording::Kind type()
    {
        return roll(2) == 0 ? kind("minecraft:stray", 128) : kind("minecraft:arrow", 6);
    }
    std::int64_t cell() { return recording::packBlock({roll(40) - 20, 60 + roll(10), roll(40) - 20}); }
    std::span<const recording::Item> items();
    recording::Place place();
    recording::PackedVector velocity()
    {
        return recording::PackedVector::of({metres(8), metres(8), metres(8)});
    }

    void addEntityEvents(std::int32_t id, std::vector<Event>& out);
    std::vector<Event> eventsOf(std::int32_t tick);
    void addChunk(int start, int count);
    /// `opening`: with the events of a snapshot in front.
    void addTick(recording::ChunkWriter& writer, std::int32_t tick, bool opening);
    void play(recording::ChunkWriter& writer, std::int32_t tick, const Event& event);
    void noteTick(const recording::World& last, const recording::Lives& livesBefore);
    void noteHeads(recording::ChunkStart& at) const;
    /// All chunks as one: their ticks behind each other, only the first flagged.
    void merge();

    RandomPlan m_plan;
    std::mt19937 m_random;
    recording::World m_world;
    recording::World m_before; ///< as a snapshot describes it; its events point here
    recording::Lives m_lives;
    std::set<std::int32_t> m_absolute;
    std::deque<std::vector<recording::Item>> m_items;
    std::deque<recording::Bytes> m_nbt;
};

} // namespace ghostline::test
