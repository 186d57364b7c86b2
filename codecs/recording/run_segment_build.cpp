// SPDX-License-Identifier: GPL-3.0-or-later
#include "codecs/recording/run_segment_build.h"

#include "codecs/recording/run_texts.h"

#include <algorithm>
#include <new>

namespace ghostline::recording {

using model::ActorId;

namespace {

constexpr std::uint8_t UnknownSlot = 255;
constexpr ActorId PlayerActor{0};
/// Ticks for which room is made at once; more are believed when they come.
constexpr std::int32_t UsualTicks = 4096;

const HeadPlace* headOf(const ChunkStart* start, ActorId actor)
{
    if (start == nullptr)
        return nullptr;
    const auto found = std::lower_bound(start->heads.begin(), start->heads.end(), actor,
                                        [](const HeadPlace& head, ActorId id) { return head.actor < id; });
    return found != start->heads.end() && found->actor == actor ? &*found : nullptr;
}

} // namespace

SegmentBuild::SegmentBuild(const SegmentInput& input) : m_input(input), m_blocks(input.blocks)
{
    const ChunkEntry& entry = input.entries.back();
    m_segment->m_startTick = entry.startTick;
    m_segment->m_endTick = std::max(entry.endTick(), entry.startTick);
    m_segment->m_tickRate = input.tickRate;
    m_readEnd = entry.startTick;
    forgetEntities();
}

std::size_t SegmentBuild::anchor() const
{
    // The last snapshot that is there; what lies before it counts for nothing.
    for (std::size_t i = m_input.entries.size(); i-- > 0;) {
        if (m_input.entries[i].hasSnapshot() && !m_input.raws[i].empty())
            return i;
    }
    return 0;
}

void SegmentBuild::takeOver(const EndState& end)
{
    m_entities = end.entities;
    m_fast.clear();
    for (const auto& [id, entity] : m_entities)
        add(id);
    m_blocks.load(end.sections);
    m_whole = end.whole;
}

std::shared_ptr<const RunSegment> SegmentBuild::run()
{
    const std::size_t last = m_input.entries.size() - 1;
    const auto* const previous = dynamic_cast<const RunSegment*>(m_input.previous);
    std::size_t first = anchor();
    if (last == 0 && previous != nullptr && !m_input.entries[0].hasSnapshot())
        takeOver(previous->endState());
    else
        m_whole = m_input.entries[first].startTick == 0;
    for (; first < last; ++first)
        readChunk(first);
    m_shown = true;
    readChunk(last);
    finish();
    return m_segment;
}

void SegmentBuild::readChunk(std::size_t i)
{
    const ChunkEntry& entry = m_input.entries[i];
    const Bytes& raw = m_input.raws[i];
    m_tick = entry.startTick;
    m_readEnd = entry.startTick;
    if (raw.empty() || !(m_whole || entry.hasSnapshot())) {
        // Lost, or built on what is lost: the last that is known is held.
        m_whole = false;
        if (m_shown)
            openShown();
        return;
    }
    m_whole = true;
    ChunkReader reader(m_input.profile, entry, raw, m_input.number);
    if (entry.hasSnapshot())
        openSnapshot(reader, entry);
    else if (m_shown)
        openShown();
    if (m_whole)
        readTicks(reader);
    m_snapshotTick = false;
}

void SegmentBuild::openSnapshot(ChunkReader& reader, const ChunkEntry& entry)
{
    m_slotsBefore.clear();
    for (const auto& [id, entity] : m_entities) {
        if (entity.heldSlot != UnknownSlot)
            m_slotsBefore.emplace_back(id, entity.heldSlot); // NOLINT: few
    }
    auto blob = reader.snapshot();
    // Nothing is known of this chunk without it, and what came before is better than nothing.
    if (!blob) {
        m_whole = false;
        if (m_shown)
            openShown();
        return;
    }
    const std::uint8_t slot = m_entities.begin()->second.heldSlot;
    forgetEntities();
    m_blocks.clear();
    if (*blob) {
        load(**blob);
        m_blob = &**blob;
    } else {
        m_entities.begin()->second.heldSlot = slot;
        m_snapshotTick = true;
    }
    m_tick = entry.startTick;
    if (m_shown)
        openShown();
    m_blob = nullptr;
    const bool told = m_input.start != nullptr && !m_input.start->broken;
    if (*blob && m_shown && !told) {
        // A blob tells the run's clock and what was taken; not the resets.
        const Snapshot& snapshot = **blob;
        m_run.clockKnown = true;
        m_run.checkpointsKnown = true;
        m_run.checkpoints = snapshot.checkpointsTaken;
        m_run.lastCheckpoint = textOf(snapshot.lastCheckpoint);
        if (snapshot.runMs > 0)
            m_run.startTick = static_cast<std::int32_t>(
                entry.startTick - 1 - std::int64_t{snapshot.runMs} * m_segment->m_tickRate / 1000);
        m_segment->m_run.set(m_tick, m_run);
    }
}

void SegmentBuild::load(const Snapshot& snapshot)
{
    m_slotsBefore.clear();
    for (const SnapshotEntity& from : snapshot.entities) {
        const bool full = find(from.id) == nullptr && m_entities.size() >= MaxEntities;
        const bool bad = from.type.size() > MaxKindName || !isFinite(from.place);
        if (full || (bad && from.id != 0))
            continue;
        LiveEntity& entity = add(from.id);
        entity.type = OwnKind({from.type, -1});
        if (!bad) {
            entity.placed = true;
            entity.position.setTo(from.place.position);
            entity.yaw = from.place.yaw;
            entity.pitch = from.place.pitch;
        }
        entity.velocity = from.velocity;
        entity.state = {from.pose, from.flags};
        entity.heldSlot = from.heldSlot;
        entity.use = !from.hand ? UsedHand::None : *from.hand == 1 ? UsedHand::Off : UsedHand::Main;
        setItems(entity, from.items);
    }
    for (const auto& [position, kind] : snapshot.blocks) {
        if (kind >= 0 && static_cast<std::size_t>(kind) < snapshot.palette.size())
            m_blocks.set({position, {snapshot.palette[static_cast<std::size_t>(kind)], -1}});
    }
}

void SegmentBuild::useStart(bool fromBlob)
{
    const ChunkStart* const start = m_input.start;
    const bool slotsKnown = start != nullptr && !start->broken;
    m_slotsBefore.clear();
    if (slotsKnown)
        m_slotsBefore = start->heldSlots;
    for (auto& [id, entity] : m_entities) {
        const auto slot = std::lower_bound(m_slotsBefore.begin(), m_slotsBefore.end(),
                                           std::pair<std::int32_t, std::uint8_t>{id, 0});
        const bool known = slot != m_slotsBefore.end() && slot->first == id;
        if (known && (!fromBlob || entity.heldSlot == UnknownSlot))
            entity.heldSlot = slot->second;
        else if (!known && !fromBlob)
            entity.heldSlot = UnknownSlot;
    }
    if (start == nullptr)
        return;
    m_namesKnown = true;
    m_actors = start->lives;
    if (start->broken)
        return;
    m_run.clockKnown = m_run.checkpointsKnown = m_run.resetsKnown = true;
    m_run.startTick = start->run.startTick;
    m_run.endTick = start->run.endTick;
    m_run.endReason = start->run.endReason.value_or(0);
    m_run.checkpoints = start->run.checkpointsTaken;
    m_run.resets = start->run.resets;
    m_run.lastCheckpoint = textOf(start->run.lastCheckpoint);
}

bool SegmentBuild::wasThere(std::int32_t id, ActorId actor) const
{
    return id == 0 || (m_input.start != nullptr && m_input.start->lives.actor(id) == actor);
}

void SegmentBuild::openShown()
{
    const ChunkEntry& entry = m_input.entries.back();
    useStart(m_blob != nullptr);
    if (m_snapshotTick)
        m_actors.beginSnapshot();
    if (m_blob != nullptr && m_namesKnown) {
        m_actors.beginSnapshot();
        for (const SnapshotEntity& entity : m_blob->entities)
            m_actors.keep(entity.id, entity.type);
        m_actors.endSnapshot();
    }
    for (auto& [id, entity] : m_entities) {
        entity.life = -1;
        const ActorId actor = id == 0 ? PlayerActor : m_namesKnown ? m_actors.actor(id) : ActorId::None;
        if (actor == ActorId::None)
            continue;
        begin(id, entity, actor, m_tick);
        LifeTrack& life = m_lives.back();
        life.born = !wasThere(id, actor);
        if (id == 0)
            life.poses.reserve(
                static_cast<std::size_t>(std::clamp(entry.tickCount, std::int32_t{0}, UsualTicks)));
        // A snapshot's places are those of its tick; only without one the chunk before leads here.
        if (entity.placed && !entry.hasSnapshot())
            m_before.back() = entity.position.value();
        record(entity);
    }
    m_segment->m_run.set(m_tick, m_run);
    if (auto blocks = m_blocks.publish(true))
        m_segment->m_blocks.set(m_tick, std::move(*blocks));
}

void SegmentBuild::endTick()
{
    if (m_shown && m_blocks.changed()) {
        if (auto blocks = m_blocks.publish(false))
            m_segment->m_blocks.set(m_tick, std::move(*blocks));
    }
    if (m_snapshotTick) {
        m_snapshotTick = false;
        m_slotsBefore.clear();
        if (m_shown)
            m_actors.endSnapshot();
    }
    if (m_tick != m_input.entries.back().startTick)
        m_slotsBefore.clear();
}

void SegmentBuild::readTicks(ChunkReader& reader)
{
    Event event;
    while (reader.nextTick()) {
        m_tick = reader.tick();
        m_restated = -1;
        while (reader.nextEvent(event)) {
            // Merged chunks hold snapshots in mid-stream, and a snapshot moves nobody.
            if (m_restated < 0)
                m_restated = m_snapshotTick ? 0 : restatedEvents(event, reader, false);
            take(event);
            m_restated -= m_restated > 0 ? 1 : 0;
        }
        endTick();
        if (reader.failure()) {
            // This tick is not whole; what was read of it is shown as held.
            m_readEnd = m_tick;
            m_whole = false;
            return;
        }
        m_readEnd = m_tick + 1;
    }
    m_whole = !reader.failure();
    // S1 leaves no trace of ticks in which nothing happened.
    if (m_whole && m_shown)
        m_readEnd = m_segment->m_endTick;
}

void SegmentBuild::settle(LifeTrack& life, std::size_t index)
{
    Track<PoseKey>& poses = life.poses;
    for (std::size_t i = 1; i < poses.size(); ++i)
        poses[i].jumped = isTeleport(poses[i - 1].position, poses[i].position, poses[i].absolute);
    const std::int32_t start = m_segment->m_startTick;
    // Nobody jumps into being. Across the border only who has seen both sides can tell; else the chunk
    // before, if it was read.
    if (!poses.empty() && start > 0 && poses.tickOf(0) == start && !life.born) {
        if (const HeadPlace* const head = headOf(m_input.start, life.actor))
            poses[0].jumped = head->jumped;
        else if (m_before[index])
            poses[0].jumped = isTeleport(*m_before[index], poses[0].position, poses[0].absolute);
    }
    if (life.end < m_segment->m_endTick)
        return;
    if (const HeadPlace* const head = headOf(m_input.next, life.actor)) {
        life.goesOn = true;
        life.next = *head;
    }
}

void SegmentBuild::finish()
{
    m_segment->m_readEnd = m_readEnd;
    if (auto blocks = m_blocks.publish(true))
        m_segment->m_blocks.set(m_tick, std::move(*blocks));
    for (std::size_t i = 0; i < m_lives.size(); ++i)
        settle(m_lives[i], i);
    std::erase_if(m_lives, [](const LifeTrack& life) { return life.end <= life.first; });
    std::sort(m_lives.begin(), m_lives.end(),
              [](const LifeTrack& a, const LifeTrack& b) { return a.actor < b.actor; });
    m_segment->m_lives = std::move(m_lives);
    EndState& end = m_segment->m_end;
    for (auto& [id, entity] : m_entities)
        entity.life = -1;
    end.entities = std::move(m_entities);
    end.sections = m_blocks.finish();
    end.whole = m_whole;
}

model::Result<std::shared_ptr<const model::Segment>> buildSegment(const SegmentInput& input)
{
    if (input.entries.empty() || input.raws.size() != input.entries.size())
        return model::fail(model::ErrorCode::InvalidArgument, QStringLiteral("no chunk to decode"), {});
    try {
        // The reader of a chunk allocates nothing by its own word, but a hostile one can be large.
        SegmentInput own = input;
        if (!own.blocks)
            own.blocks = std::make_shared<BlockPool>();
        return std::shared_ptr<const model::Segment>(SegmentBuild(own).run());
    } catch (const std::bad_alloc&) {
        return model::fail(model::ErrorCode::LimitExceeded,
                           QStringLiteral("not enough memory for chunk %1").arg(input.number),
                           {.chunk = input.number});
    }
}

} // namespace ghostline::recording
