// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/codecs/recording/random_run.h"
#include "codecs/recording/format/limits.h"
#include "codecs/recording/format/run_texts.h"

namespace ghostline::test {

recording::Bytes randomItem(const QString& id, int count, int damage)
{
    io::NbtCompound root;
    root.set(QStringLiteral("id"), io::NbtValue(QStringLiteral("minecraft:") + id));
    root.set(QStringLiteral("count"), io::NbtValue(std::int32_t{count}));
    if (damage > 0) {
        io::NbtCompound components;
        components.set(QStringLiteral("minecraft:damage"), io::NbtValue(std::int32_t{damage}));
        root.set(QStringLiteral("components"), io::NbtValue(components));
    }
    recording::Bytes out;
    io::writeNbt(out, root);
    return out;
}

RandomRun::RandomRun(RandomPlan plan) : m_plan(plan), m_random(plan.seed)
{
    for (int start = 0; start < plan.ticks; start += plan.chunkTicks)
        addChunk(start, std::min(plan.chunkTicks, plan.ticks - start));
    if (plan.merged)
        merge();
}

recording::SegmentInput RandomRun::input(std::size_t chunk, const model::Segment* previous) const
{
    std::size_t first = chunk;
    while (previous == nullptr && first > 0 && !entries[first].hasSnapshot())
        --first;
    recording::SegmentInput out;
    out.profile = m_plan.profile;
    out.number = static_cast<int>(chunk);
    out.entries = std::span(entries).subspan(first, chunk - first + 1);
    out.raws = std::span(raws).subspan(first, chunk - first + 1);
    out.start = &starts[chunk];
    out.next = chunk + 1 < starts.size() ? &starts[chunk + 1] : nullptr;
    out.previous = previous;
    out.strings = strings;
    out.blocks = pool;
    return out;
}

std::shared_ptr<const model::Segment> RandomRun::build(std::size_t chunk,
                                                       const model::Segment* previous) const
{
    auto built = recording::buildSegment(input(chunk, previous));
    return built ? *built : nullptr;
}

std::size_t RandomRun::chunkOf(std::int32_t tick) const
{
    std::size_t i = 0;
    while (i + 1 < entries.size() && tick >= entries[i].endTick())
        ++i;
    return i;
}

recording::Kind RandomRun::kind(const char* name, int number) const
{
    return m_plan.profile == recording::Profile::H4 ? recording::Kind{{}, number} : recording::Kind{name, -1};
}

recording::Kind RandomRun::block()
{
    constexpr const char* Names[] = {"minecraft:air", "minecraft:stone", "minecraft:glass",
                                     "minecraft:oak_stairs[facing=north]"};
    const int i = roll(4);
    return kind(Names[i], i == 3 ? 3907 : i);
}

std::span<const recording::Item> RandomRun::items()
{
    auto& list = m_items.emplace_back();
    const int count = 1 + roll(3);
    for (int i = 0; i < count; ++i) {
        constexpr std::int32_t Slots[] = {0, 1, 4, 8, 20, 41, 44, 45};
        const QString id = roll(2) == 0 ? QStringLiteral("ender_pearl") : QStringLiteral("elytra");
        recording::Bytes& nbt =
            m_nbt.emplace_back(roll(5) == 0 ? recording::Bytes{std::byte{0x0A}, std::byte{0}}
                                            : randomItem(id, 1 + roll(4), roll(3) * 7));
        strings->intern(recording::itemText(nbt));
        list.push_back({Slots[roll(8)], nbt});
    }
    return list;
}

recording::Place RandomRun::place()
{
    return {{metres(30), 64.0 + metres(8), metres(30)},
            static_cast<float>(metres(360)),
            static_cast<float>(metres(90))};
}

void RandomRun::addEntityEvents(std::int32_t id, std::vector<Event>& out)
{
    using namespace recording;
    const bool far = roll(40) == 0;
    if (roll(4) != 0)
        out.emplace_back(DeltaMove{id,
                                   {{roll(2000) - 1000, roll(600) - 300, far ? 50'000 : roll(2000)},
                                    Angle::ofDegrees(metres(360)),
                                    Angle::ofDegrees(metres(90))},
                                   velocity()});
    if (roll(25) == 0)
        out.emplace_back(AbsoluteMove{id, place(), velocity()});
    if (roll(12) == 0)
        out.emplace_back(EntityState{id, roll(20), static_cast<std::uint8_t>(roll(256))});
    if (roll(20) == 0) {
        const int packed = roll(8);
        out.emplace_back(HandAnimation{id, packed, (packed & 2) != 0 ? 5 : 0});
    }
    if (roll(20) == 0)
        out.emplace_back(ItemUse{id, roll(2) == 0 ? std::optional(roll(2)) : std::nullopt});
    if (roll(20) == 0)
        out.emplace_back(SetItem{id, items()});
    if (roll(20) == 0)
        out.emplace_back(ChangeHeldSlot{id, roll(9)});
}

std::vector<recording::Event> RandomRun::eventsOf(std::int32_t tick)
{
    using namespace recording;
    std::vector<Event> out;
    for (const auto& [id, entity] : m_world.entities())
        addEntityEvents(id, out);
    if (roll(3) == 0)
        out.emplace_back(SetBlock{cell(), block()});
    if (roll(90) == 0)
        out.emplace_back(ClearGhostBlocks{});
    if (roll(15) == 0)
        out.emplace_back(SpawnEntity{1 + roll(5), type(), place()});
    if (roll(15) == 0)
        out.emplace_back(DestroyEntity{1 + roll(5)});
    if (roll(30) == 0)
        out.emplace_back(EntityState{4000, 0, 0}); // nobody has that number
    constexpr std::int32_t Start = 7;
    const std::int64_t ms = std::int64_t{tick - Start} * 50;
    if (tick == Start)
        out.emplace_back(RunStart{});
    if (tick > Start && tick % 61 == 0) {
        strings->intern(QStringLiteral("loop"));
        out.emplace_back(CheckpointReached{"loop", ms});
    }
    if (tick == 150)
        out.emplace_back(CheckpointReset{4, ms});
    if (tick == m_plan.ticks - 5)
        out.emplace_back(RunEnd{0, ms});
    return out;
}

void RandomRun::addChunk(int start, int count)
{
    using namespace recording;
    const bool flagged = (start / m_plan.chunkTicks) % m_plan.snapshotEvery == 0;
    const bool blob = flagged && m_plan.profile == Profile::S1;
    m_before = m_world;
    ChunkStart& at = starts.emplace_back();
    at.run = m_world.run();
    at.lives = m_lives;
    at.heldSlots = m_world.heldSlots();
    Snapshot snapshot;
    if (blob) {
        snapshot = m_before.snapshot(start, UsualTickRate);
        m_world.load(snapshot, start);
    }
    ChunkWriter writer(m_plan.profile, start, blob ? &snapshot : nullptr);
    for (std::int32_t tick = start; tick < start + count; ++tick) {
        const bool opening = flagged && !blob && tick == start;
        addTick(writer, tick, opening);
        if (tick == start)
            noteHeads(at);
    }
    const Bytes& raw = writer.finish();
    ChunkEntry entry;
    entry.startTick = start;
    entry.tickCount = count;
    entry.flags = flagged ? 1 : 0;
    entry.rawBytes = static_cast<std::int32_t>(raw.size());
    entries.push_back(entry);
    raws.push_back(raw);
}

void RandomRun::addTick(recording::ChunkWriter& writer, std::int32_t tick, bool opening)
{
    using namespace recording;
    writer.beginTick(tick);
    const World last = m_world;
    const Lives livesBefore = m_lives;
    if (opening) {
        std::vector<Event> events;
        std::vector<std::vector<Item>> lists;
        m_before.snapshotEvents(events, lists);
        for (const Event& event : events)
            play(writer, tick, event);
    }
    m_absolute.clear();
    // A merged chunk has this tick in mid-stream, where only the snapshot itself moves nobody.
    for (const Event& event : eventsOf(tick))
        play(writer, tick, event);
    if (opening && (!m_plan.merged || tick == 0))
        m_absolute.clear();
    noteTick(last, livesBefore);
}

void RandomRun::play(recording::ChunkWriter& writer, std::int32_t tick, const Event& event)
{
    using namespace recording;
    writer.add(event);
    if (const auto* const spawn = std::get_if<SpawnEntity>(&event))
        m_lives.spawn(*spawn, m_world);
    if (const auto* const gone = std::get_if<DestroyEntity>(&event))
        m_lives.destroy(gone->entity);
    if (const auto* const move = std::get_if<AbsoluteMove>(&event))
        m_absolute.insert(move->entity);
    m_world.take(tick, event);
}

void RandomRun::noteTick(const recording::World& last, const recording::Lives& livesBefore)
{
    RandomTick& now = ticks.emplace_back();
    now.world = m_world;
    for (const auto& life : m_lives.alive())
        now.actors.emplace_back(life.actor, life.entity);
    std::sort(now.actors.begin(), now.actors.end());
    for (const auto& [actor, id] : now.actors) {
        const recording::Entity* const from = last.entity(id);
        const recording::Entity* const to = m_world.entity(id);
        if (ticks.size() > 1 && livesBefore.actor(id) == actor && from != nullptr && from->placed &&
            to->placed &&
            recording::isTeleport(from->position.value(), to->position.value(), m_absolute.contains(id)))
            now.jumped.insert(actor);
    }
}

void RandomRun::noteHeads(recording::ChunkStart& at) const
{
    const RandomTick& now = ticks.back();
    for (const auto& [actor, id] : now.actors) {
        const recording::Entity& entity = *m_world.entity(id);
        if (entity.placed)
            at.heads.push_back({actor, entity.position.value(), static_cast<float>(entity.yaw),
                                static_cast<float>(entity.pitch), now.jumped.contains(actor)});
    }
}

void RandomRun::merge()
{
    for (std::size_t i = 1; i < raws.size(); ++i)
        raws[0].insert(raws[0].end(), raws[i].begin(), raws[i].end());
    entries[0].tickCount = m_plan.ticks;
    entries[0].rawBytes = static_cast<std::int32_t>(raws[0].size());
    entries.resize(1);
    raws.resize(1);
    starts.resize(1);
}

} // namespace ghostline::test
