// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// A recording in which everything happens at known ticks.

namespace ghostline::test {

using namespace Qt::StringLiterals;

/// A run with other entities, items, held slots and blocks; H5 snapshots stand where `marked` says.
class Rich
{
public:
    explicit Rich(Profile profile) : m_profile(profile)
    {
        for (int start = 0; start < 600; start += 100)
            m_chunks.push_back(chunk(start));
    }
    QByteArray file(const io::NbtCompound& metadata = {}) const
    {
        recording::Header header;
        header.profile = m_profile;
        header.worldVersion = QByteArray(16, 'w');
        header.startMs = 1'000'000;
        header.tickCount = 600;
        header.chunkCount = 6;
        header.dataVersion = m_profile == Profile::S1 ? 0 : 4903;
        recording::Bytes tree;
        io::writeNbt(tree, metadata);
        header.metadataBytes = int(tree.size());
        std::vector<ChunkEntry> entries;
        for (const BuiltChunk& c : m_chunks)
            entries.push_back(c.entry);
        header.indexBytes = int(writeIndex(entries, m_profile).size());
        auto offset = std::int64_t(header.preambleBytes());
        for (ChunkEntry& e : entries) {
            e.offset = offset;
            offset += e.compressedBytes;
        }
        QByteArray out = toByteArray(writeHeader(header)) + toByteArray(tree) +
                         toByteArray(writeIndex(entries, m_profile));
        for (const BuiltChunk& c : m_chunks)
            out += toByteArray(c.frame);
        return out;
    }

private:
    recording::Kind kind(const char* name, int number) const
    {
        return m_profile == Profile::H4 ? recording::Kind{{}, number} : recording::Kind{name, -1};
    }
    recording::NbtView item(const char* id)
    {
        io::NbtCompound tree;
        tree.set(u"id"_s, QString::fromLatin1(id));
        recording::Bytes bytes;
        io::writeNbt(bytes, tree);
        m_items.push_back(std::make_unique<recording::Bytes>(std::move(bytes)));
        return *m_items.back();
    }
    void happen(recording::ChunkWriter& out, int tick)
    {
        using namespace recording;
        const auto add = [&](const Event& event) {
            out.add(event);
            (void)m_world.take(tick, event);
        };
        if (tick == 0) {
            add(AbsoluteMove{0, {{10.0, 64.0, 10.0}, 0.0F, 0.0F}, {}});
            add(EntityState{0, 0, 8});
            const std::vector<Item> items{{0, item("minecraft:stone")}, {45, item("minecraft:shield")}};
            add(SetItem{0, items});
        }
        if (tick == 20)
            add(RunStart{});
        if (tick == 30)
            add(ChangeHeldSlot{0, 3});
        if (tick == 150)
            add(SpawnEntity{5, kind("minecraft:stray", 128), {{1.0, 64.0, 2.0}, 90.0F, 0.0F}});
        if (tick == 155)
            add(ChangeHeldSlot{5, 2});
        if (tick == 420)
            add(DestroyEntity{5});
        if (tick % 40 == 10)
            add(SetBlock{packBlock({tick, 60, 2}), kind("minecraft:stone", 1)});
        if (tick == 333)
            add(ClearGhostBlocks{});
        if (tick == 340)
            add(ItemUse{0, 1});
        if (tick == 360)
            add(ItemUse{0, std::nullopt});
        if (tick % 3 != 0)
            add(DeltaMove{
                0, {{tick % 11, -3, 7}, Angle::ofDegrees(tick % 360), {}}, PackedVector::of({1, 0, 0})});
        if (tick > 150 && tick < 420 && tick % 2 == 0)
            add(DeltaMove{5, {{1, 0, -1}, {}, {}}, {}});
        if (tick == 250)
            add(Chat{0, "here"});
        if (tick == 599)
            add(RunEnd{0, 28950});
    }
    BuiltChunk chunk(int start)
    {
        const bool marked = start % 300 != 100; // at 0, 200, 300, 500
        const bool s1 = m_profile == Profile::S1;
        if (s1 && start == 0)
            m_world.take(0, recording::AbsoluteMove{0, {{10.0, 64.0, 10.0}, 0.0F, 0.0F}, {}});
        const recording::Snapshot state = m_world.snapshot(start, 20);
        recording::ChunkWriter out(m_profile, start, s1 && marked ? &state : nullptr);
        for (int tick = start; tick < start + 100; ++tick) {
            out.beginTick(tick);
            if (tick == start && start > 0 && marked && !s1) {
                std::vector<recording::Event> events;
                std::vector<std::vector<recording::Item>> items;
                m_world.snapshotEvents(events, items);
                for (const auto& event : events)
                    out.add(event);
            }
            happen(out, tick);
        }
        BuiltChunk made;
        made.raw = out.finish();
        made.frame = compressFrame(made.raw, RecordingPlan{});
        made.entry = {start,
                      100,
                      std::uint8_t(marked ? 1 : 0),
                      0,
                      int(made.frame.size()),
                      int(made.raw.size()),
                      m_profile == Profile::H4 ? 4 : 5,
                      4903};
        return made;
    }

    Profile m_profile;
    recording::World m_world;
    std::vector<std::unique_ptr<recording::Bytes>> m_items;
    std::vector<BuiltChunk> m_chunks;
};

} // namespace ghostline::test
