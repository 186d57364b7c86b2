// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/codecs/recording/recording_bytes.h"

namespace ghostline::test {

recording::Bytes bytesOf(const QByteArray& raw)
{
    recording::Bytes out(static_cast<std::size_t>(raw.size()));
    if (!out.empty())
        std::memcpy(out.data(), raw.constData(), out.size());
    return out;
}

QByteArray hexOf(std::span<const std::byte> bytes)
{
    return QByteArray(reinterpret_cast<const char*>(bytes.data()), static_cast<qsizetype>(bytes.size()))
        .toHex();
}

recording::Event RandomEvents::next(recording::Profile profile)
{
    using namespace recording;
    const std::int32_t entity = small();
    switch (m_random() % 20) {
    case 0:
        return DeltaMove{entity, {{wide(), wide(), wide()}, {turn()}, {turn()}}, vector()};
    case 1:
        return AbsoluteMove{entity, place(), vector()};
    case 2:
        return EntityState{entity, small(), static_cast<std::uint8_t>(m_random())};
    case 3: {
        const std::int32_t packed = small();
        return HandAnimation{entity, packed, (packed & 2) != 0 ? small() : 0};
    }
    case 4:
        return ItemUse{entity, m_random() % 2 == 0 ? std::optional(small()) : std::nullopt};
    case 5: {
        auto& items = m_items.emplace_back();
        for (unsigned i = 0; i < m_random() % 4; ++i)
            items.push_back({static_cast<std::int32_t>(i), nbt()});
        return SetItem{entity, items};
    }
    case 6:
        return ChangeHeldSlot{entity, small()};
    case 7:
        return SetBlock{wide(), kind(profile)};
    case 8:
        return SpawnEntity{entity, kind(profile), place()};
    case 9:
        return DestroyEntity{entity};
    case 10:
        return RunStart{};
    case 11:
        return CheckpointReached{text(), std::abs(wide())};
    case 12:
        return CheckpointReset{small(), std::abs(wide())};
    case 13:
        return RunEnd{small(), std::abs(wide())};
    case 14:
        return ClearGhostBlocks{};
    case 15:
        return AnticheatFlag{text(), static_cast<std::uint8_t>(m_random() % 4), real(), text()};
    case 16:
        return Chat{small() - 1, text()};
    case 17:
        return EntityMeta{entity, nbt()};
    case 18:
        return Bookmark{text()};
    default: {
        const auto& payload = m_blobs.emplace_back(m_random() % 200, std::byte{0x5A});
        return UnknownExtension{static_cast<std::int32_t>(68 + m_random() % 1000), payload};
    }
    }
}

std::int64_t RandomEvents::wide()
{
    const auto bits = static_cast<std::uint64_t>(m_random()) << 32 | m_random();
    return static_cast<std::int64_t>(bits) >> (m_random() % 63 + 1);
}

recording::PackedVector RandomEvents::vector()
{
    return m_random() % 3 == 0 ? recording::PackedVector{}
                               : recording::PackedVector::of({real(), real(), real()});
}

std::string_view RandomEvents::text()
{
    std::string& text = m_texts.emplace_back();
    for (unsigned i = 0; i < m_random() % 150; ++i)
        text += i % 7 == 0 ? "\xC3\xA9" : "a";
    return text;
}

recording::NbtView RandomEvents::nbt()
{
    io::NbtCompound tree;
    if (m_random() % 3 != 0)
        tree.set(QStringLiteral("id"), QStringLiteral("minecraft:stone"));
    tree.set(QStringLiteral("count"), small());
    auto& blob = m_blobs.emplace_back();
    io::writeNbt(blob, tree);
    return blob;
}

recording::Bytes encoded(const recording::Event& event, recording::Profile profile)
{
    recording::Bytes out;
    recording::writeEvent(out, event, profile);
    return out;
}

ReadTicks readTicks(recording::Profile profile, const recording::ChunkEntry& entry,
                    const recording::Bytes& raw, int number)
{
    ReadTicks out;
    recording::ChunkReader reader(profile, entry, raw, number);
    recording::Event event;
    const auto layout = recording::chunkProfile(profile, entry).value_or(profile);
    while (reader.nextTick()) {
        auto& tick = out.ticks.emplace_back(reader.tick(), std::vector<recording::Bytes>{});
        while (reader.nextEvent(event))
            tick.second.push_back(encoded(event, layout));
    }
    out.failure = reader.failure();
    out.absolute = reader.readAsAbsolute();
    out.offset = reader.eventOffset();
    return out;
}

recording::ChunkEntry entryOf(std::int32_t start, std::int32_t count, bool snapshot)
{
    recording::ChunkEntry entry;
    entry.startTick = start;
    entry.tickCount = count;
    entry.flags = snapshot ? 1 : 0;
    return entry;
}

recording::Snapshot randomSnapshot(RandomEvents& random)
{
    recording::Snapshot s;
    s.palette = {"minecraft:stone", "minecraft:oak_stairs[facing=north]"};
    for (std::int64_t i = -3; i < 4; ++i)
        s.blocks.emplace_back(i * 1000003, static_cast<std::int32_t>((i + 3) % 2));
    for (std::int32_t id : {0, 3, 200}) {
        recording::SnapshotEntity& e = s.entities.emplace_back();
        e.id = id;
        e.type = id == 0 ? "minecraft:player" : "minecraft:stray";
        e.place = random.place();
        e.velocity = recording::PackedVector::of({1.5, -2.0, 0.25});
        e.pose = 5;
        e.flags = 0x8A;
        e.heldSlot = id == 0 ? 4 : 255;
        if (id == 3)
            e.hand = 1;
        for (std::int32_t slot = 0; slot < id % 5; ++slot)
            e.items.push_back({slot, random.nbt()});
    }
    s.runMs = 1234;
    s.checkpointsTaken = 2;
    s.lastCheckpoint = "loop";
    return s;
}

recording::Bytes sampleChunk(recording::Profile profile, RandomEvents& random, std::int32_t start,
                             std::int32_t count, int mostEvents)
{
    const recording::Snapshot state = randomSnapshot(random);
    recording::ChunkWriter writer(profile, start, &state);
    for (std::int32_t tick = start; tick < start + count; ++tick) {
        writer.beginTick(tick);
        for (int i = 0; i < (tick - start) % (mostEvents + 1); ++i)
            writer.add(random.next(profile));
    }
    return writer.finish();
}

} // namespace ghostline::test
