// SPDX-License-Identifier: GPL-3.0-or-later
#include "codecs/recording/replay/run_segment_build.h"

#include "codecs/recording/format/limits.h"
#include "codecs/recording/format/run_texts.h"
#include "codecs/recording/replay/block_edit.h"
#include "codecs/recording/replay/run_progress.h"
#include "codecs/recording/replay/run_segment.h"
#include "codecs/recording/replay/track_writer.h"

#include <algorithm>
#include <new>

namespace ghostline::recording {

using model::ActorId;

namespace {

constexpr ActorId PlayerActor{0};
/// A chunk is mostly moves of about so many bytes; more of them than usual are believed when they come.
constexpr std::size_t BytesPerMove = 16;
constexpr std::size_t UsualMoves = 8192;

UsedHand usedHand(const std::optional<std::int32_t>& hand)
{
    if (!hand)
        return UsedHand::None;
    return *hand == 1 ? UsedHand::Off : UsedHand::Main;
}

/// Events onto the state of a chunk, by World's rules; what changes of the chunk itself becomes tracks.
class SegmentBuild
{
public:
    explicit SegmentBuild(const SegmentInput& input)
        : m_input(input), m_blocks(input.blocks->takeEditor()), m_texts(input.strings.get()),
          m_tracks(input.entries.back().startTick, endOf(input.entries.back())),
          m_run(input.tickRate, m_texts)
    {
        const ChunkEntry& entry = input.entries.back();
        m_out.startTick = entry.startTick;
        m_out.endTick = endOf(entry);
        m_out.tickRate = input.tickRate;
        m_out.readEnd = entry.startTick;
    }
    std::shared_ptr<const RunSegment> run();

private:
    static std::int32_t endOf(const ChunkEntry& entry) { return std::max(entry.endTick(), entry.startTick); }
    std::size_t anchor() const;
    void readChunk(std::size_t i);
    void readTicks(ChunkReader& reader);
    void readKnownBlocks(ChunkReader& reader);
    void openSnapshot(ChunkReader& reader, const ChunkEntry& entry);
    void load(const Snapshot& snapshot);
    void openShown(const Snapshot* blob);
    void useStart(bool fromBlob);
    bool wasThere(std::int32_t id, ActorId actor) const;
    void setTick(std::int32_t tick)
    {
        m_tick = tick;
        m_tracks.setTick(tick);
    }
    void endTick();
    void showBlocks(bool must);
    void finish();
    void take(const Event& event);
    void move(const DeltaMove& e);
    void move(const AbsoluteMove& e);
    void spawn(const SpawnEntity& e);
    void destroy(std::int32_t id);
    void setItems(LiveEntity& entity, std::span<const Item> items);
    void swing(const HandAnimation& e);

    const SegmentInput& m_input;
    SegmentContent m_out;
    std::unique_ptr<BlockEditor> m_blocks;
    SegmentTexts m_texts;
    LiveEntities m_entities;
    Lives m_actors;
    TrackWriter m_tracks;
    RunProgress m_run;
    bool m_namesKnown = false; ///< who the others are
    bool m_shown = false;      ///< the chunk itself, not one it builds on
    bool m_whole = false;      ///< what is known is all there was so far
    bool m_snapshotTick = false;
    std::int32_t m_restated = 0; ///< events of this tick still to come that only describe what is there
    std::int32_t m_tick = 0;
};

/// The last snapshot that is there; what lies before it counts for nothing.
std::size_t SegmentBuild::anchor() const
{
    for (std::size_t i = m_input.entries.size(); i-- > 0;) {
        if (m_input.entries[i].hasSnapshot() && !m_input.raws[i].empty())
            return i;
    }
    return 0;
}

std::shared_ptr<const RunSegment> SegmentBuild::run()
{
    const std::size_t last = m_input.entries.size() - 1;
    const auto* const previous = dynamic_cast<const RunSegment*>(m_input.previous);
    std::size_t first = anchor();
    if (last == 0 && previous != nullptr && !m_input.entries[0].hasSnapshot()) {
        const EndState& end = previous->endState();
        m_entities.load(end.entities);
        m_blocks->load(end.sections);
        m_whole = end.whole;
    } else {
        m_whole = m_input.entries[first].startTick == 0;
    }
    for (; first < last; ++first)
        readChunk(first);
    m_shown = true;
    m_tracks.expectPoses(std::min(m_input.raws[last].size() / BytesPerMove, UsualMoves));
    readChunk(last);
    finish();
    return std::make_shared<const RunSegment>(std::move(m_out));
}

void SegmentBuild::readChunk(std::size_t i)
{
    const ChunkEntry& entry = m_input.entries[i];
    const Bytes& raw = m_input.raws[i];
    setTick(entry.startTick);
    m_out.readEnd = entry.startTick;
    if (raw.empty() || !(m_whole || entry.hasSnapshot())) {
        // Lost, or built on what is lost: the last that is known is held.
        m_whole = false;
        if (m_shown)
            openShown(nullptr);
        return;
    }
    m_whole = true;
    ChunkReader reader(m_input.profile, entry, raw, m_input.number);
    if (entry.hasSnapshot())
        openSnapshot(reader, entry);
    else if (m_shown)
        openShown(nullptr);
    if (m_whole)
        readTicks(reader);
    m_snapshotTick = false;
}

void SegmentBuild::openSnapshot(ChunkReader& reader, const ChunkEntry& entry)
{
    const auto blob = reader.snapshot();
    // Nothing is known of this chunk without it, and what came before is better than nothing.
    if (!blob) {
        m_whole = false;
        if (m_shown)
            openShown(nullptr);
        return;
    }
    m_entities.beginSnapshot();
    m_blocks->clear();
    const Snapshot* const snapshot = *blob ? &**blob : nullptr;
    m_snapshotTick = snapshot == nullptr;
    if (snapshot != nullptr)
        load(*snapshot);
    if (m_shown)
        openShown(snapshot);
    const bool told = m_input.start != nullptr && !m_input.start->broken;
    if (snapshot != nullptr && m_shown && !told) {
        m_run.load(*snapshot, entry.startTick);
        m_out.run.set(m_tick, m_run.key());
    }
}

void SegmentBuild::load(const Snapshot& snapshot)
{
    m_entities.forgetSlots();
    for (const SnapshotEntity& from : snapshot.entities) {
        const bool full = m_entities.find(from.id) == nullptr && m_entities.size() >= MaxEntities;
        const bool bad = from.type.size() > MaxKindName || !isFinite(from.place);
        if (full || (bad && from.id != 0))
            continue;
        LiveEntity& entity = m_entities.add(from.id);
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
        entity.use = usedHand(from.hand);
        setItems(entity, from.items);
    }
    m_blocks->load(snapshot);
}

void SegmentBuild::useStart(bool fromBlob)
{
    const ChunkStart* const start = m_input.start;
    const bool known = start != nullptr && !start->broken;
    m_entities.giveSlots(known ? start->heldSlots : LiveEntities::Slots{}, fromBlob);
    if (start == nullptr)
        return;
    m_namesKnown = true;
    m_actors = start->lives;
    if (known)
        m_run.resume(start->run);
}

bool SegmentBuild::wasThere(std::int32_t id, ActorId actor) const
{
    return id == 0 || (m_input.start != nullptr && m_input.start->lives.actor(id) == actor);
}

/// `blob`: the snapshot that has just been loaded.
void SegmentBuild::openShown(const Snapshot* blob)
{
    useStart(blob != nullptr);
    if (m_snapshotTick)
        m_actors.beginSnapshot();
    if (blob != nullptr && m_namesKnown) {
        m_actors.beginSnapshot();
        for (const SnapshotEntity& entity : blob->entities)
            m_actors.keep(entity.id, entity.type);
        m_actors.endSnapshot();
    }
    for (auto& [id, entity] : m_entities) {
        entity.life = -1;
        const ActorId actor = id == 0 ? PlayerActor : m_namesKnown ? m_actors.actor(id) : ActorId::None;
        if (actor == ActorId::None)
            continue;
        // A snapshot's places are those of its tick; only without one the chunk before leads here.
        std::optional<glm::dvec3> before;
        if (entity.placed && !m_input.entries.back().hasSnapshot())
            before = entity.position.value();
        m_tracks.begin(id, entity, actor, !wasThere(id, actor), before);
    }
    m_out.run.set(m_tick, m_run.key());
    showBlocks(true);
}

/// `must`: see BlockEditor::publish().
void SegmentBuild::showBlocks(bool must)
{
    if (const auto blocks = m_blocks->publish(must))
        m_out.blocks.set(m_tick, *blocks);
}

void SegmentBuild::endTick()
{
    if (m_shown && m_blocks->changed())
        showBlocks(false);
    if (m_snapshotTick) {
        m_snapshotTick = false;
        m_entities.forgetSlots();
        if (m_shown)
            m_actors.endSnapshot();
    }
    if (m_tick != m_input.entries.back().startTick)
        m_entities.forgetSlots();
}

/// Blocks whose kind is known: they are most of a snapshot, and nothing else has to look at them.
void SegmentBuild::readKnownBlocks(ChunkReader& reader)
{
    while (const auto block = reader.blockAhead()) {
        const auto kind = m_blocks->recentKind(block->name);
        if (!kind)
            return;
        m_blocks->set(block->position, *kind);
        reader.skipBlock(*block);
        m_restated -= m_restated > 0 ? 1 : 0;
    }
}

void SegmentBuild::readTicks(ChunkReader& reader)
{
    Event event;
    DeltaMove delta;
    while (reader.nextTick()) {
        setTick(reader.tick());
        bool first = true;
        m_restated = 0;
        while (true) {
            // Moves and blocks are nearly all there is, and are read past the others.
            for (; m_restated == 0 && reader.nextMove(delta); first = false)
                move(delta);
            if (!first)
                readKnownBlocks(reader);
            if (!reader.nextEvent(event))
                break;
            // Merged chunks hold snapshots in mid-stream, and a snapshot moves nobody.
            if (first && !m_snapshotTick)
                m_restated = restatedEvents(event, reader, false);
            first = false;
            take(event);
            m_restated -= m_restated > 0 ? 1 : 0;
        }
        endTick();
        if (reader.failure()) {
            // This tick is not whole; what was read of it is shown as held.
            m_out.readEnd = m_tick;
            m_whole = false;
            return;
        }
        m_out.readEnd = m_tick + 1;
    }
    m_whole = !reader.failure();
    // S1 leaves no trace of ticks in which nothing happened.
    if (m_whole && m_shown)
        m_out.readEnd = m_out.endTick;
}

void SegmentBuild::finish()
{
    showBlocks(true);
    m_out.lives = m_tracks.finish(m_input.start, m_input.next);
    m_out.end.entities = m_entities.release();
    m_out.end.sections = m_blocks->finish();
    m_input.blocks->giveBack(std::move(m_blocks));
    m_out.end.whole = m_whole;
}

void SegmentBuild::take(const Event& event)
{
    if (const auto* const delta = std::get_if<DeltaMove>(&event))
        return move(*delta);
    if (const auto* const absolute = std::get_if<AbsoluteMove>(&event))
        return move(*absolute);
    if (const auto* const state = std::get_if<EntityState>(&event)) {
        if (LiveEntity* const entity = m_entities.find(state->entity)) {
            entity->state = {state->pose, state->flags};
            m_tracks.set(*entity, &LifeTrack::states, entity->state);
        }
    } else if (const auto* const block = std::get_if<SetBlock>(&event)) {
        m_blocks->set(*block);
    } else if (std::holds_alternative<ClearGhostBlocks>(event)) {
        m_blocks->clear();
    } else if (const auto* const hand = std::get_if<HandAnimation>(&event)) {
        swing(*hand);
    } else if (const auto* const use = std::get_if<ItemUse>(&event)) {
        if (LiveEntity* const entity = m_entities.find(use->entity)) {
            entity->use = usedHand(use->hand);
            m_tracks.set(*entity, &LifeTrack::uses, entity->use);
        }
    } else if (const auto* const items = std::get_if<SetItem>(&event)) {
        if (LiveEntity* const entity = m_entities.find(items->entity))
            setItems(*entity, items->items);
    } else if (const auto* const slot = std::get_if<ChangeHeldSlot>(&event)) {
        LiveEntity* const entity = m_entities.find(slot->entity);
        if (entity == nullptr || slot->slot < 0 || slot->slot >= UnknownSlot)
            return;
        entity->heldSlot = static_cast<std::uint8_t>(slot->slot);
        m_tracks.set(*entity, &LifeTrack::heldSlots, entity->heldSlot);
    } else if (const auto* const spawned = std::get_if<SpawnEntity>(&event)) {
        spawn(*spawned);
    } else if (const auto* const gone = std::get_if<DestroyEntity>(&event)) {
        destroy(gone->entity);
    } else if (m_shown && m_run.take(event, m_tick)) {
        m_out.run.set(m_tick, m_run.key());
    }
}

void SegmentBuild::move(const DeltaMove& e)
{
    LiveEntity* const entity = m_entities.find(e.entity);
    if (entity == nullptr || !entity->placed)
        return;
    entity->position.add(e.move.delta);
    entity->yaw = static_cast<float>(e.move.yaw.degrees());
    entity->pitch = static_cast<float>(e.move.pitch.degrees());
    entity->velocity = e.velocity;
    m_tracks.pose(*entity, false);
}

void SegmentBuild::move(const AbsoluteMove& e)
{
    LiveEntity* const entity = m_entities.find(e.entity);
    if (entity == nullptr || !isFinite(e.place))
        return;
    entity->placed = true;
    entity->position.setTo(e.place.position);
    entity->yaw = e.place.yaw;
    entity->pitch = e.place.pitch;
    entity->velocity = e.velocity;
    m_tracks.pose(*entity, !m_snapshotTick && m_restated == 0);
}

void SegmentBuild::spawn(const SpawnEntity& e)
{
    if (e.entity < 0 || e.type.name.size() > MaxKindName || !isFinite(e.place))
        return;
    LiveEntity* known = m_entities.find(e.entity);
    if (known == nullptr && m_entities.size() >= MaxEntities)
        return;
    const std::optional<glm::dvec3> before =
        known != nullptr && known->placed ? std::optional(known->position.value()) : std::nullopt;
    ActorId actor = ActorId::None;
    if (m_shown && m_namesKnown)
        actor = m_actors.spawn(e, before ? &*before : nullptr);
    LiveEntity& entity = known != nullptr ? *known : m_entities.add(e.entity);
    // As in World: who is described anew still holds what it held.
    const bool same = before && entity.type.name == e.type.name && entity.type.number == e.type.number &&
                      glm::distance(*before, e.place.position) <= SameLifeDistance;
    std::uint8_t slot = same ? entity.heldSlot : UnknownSlot;
    if (const std::uint8_t kept = m_entities.takeSlot(e.entity); kept != UnknownSlot && !before)
        slot = kept;
    const std::int32_t life = entity.life;
    entity = LiveEntity{};
    entity.type = OwnKind(e.type);
    entity.placed = true;
    entity.position.setTo(e.place.position);
    entity.yaw = e.place.yaw;
    entity.pitch = e.place.pitch;
    entity.heldSlot = slot;
    entity.life = life;
    if (!m_shown)
        return;
    if (life >= 0 && (e.entity == 0 || m_tracks.actorOf(entity) == actor)) {
        m_tracks.everything(entity);
        return;
    }
    m_tracks.end(entity);
    if (actor != ActorId::None)
        m_tracks.begin(e.entity, entity, actor, !wasThere(e.entity, actor));
}

void SegmentBuild::destroy(std::int32_t id)
{
    LiveEntity* const entity = id == 0 ? nullptr : m_entities.find(id);
    if (entity == nullptr)
        return;
    m_tracks.end(*entity);
    if (m_shown && m_namesKnown)
        m_actors.destroy(id);
    m_entities.takeSlot(id);
    m_entities.erase(id);
}

void SegmentBuild::setItems(LiveEntity& entity, std::span<const Item> items)
{
    const bool bad = std::any_of(items.begin(), items.end(),
                                 [](const Item& item) { return item.slot < 0 || item.slot > MaxSlot; });
    if (bad)
        return;
    for (const Item& item : items) {
        const int slot = shownSlot(item.slot);
        if (slot < 0)
            continue;
        entity.items[static_cast<std::size_t>(slot)] = m_texts.item(item.nbt);
        m_tracks.item(entity, slot);
    }
}

void SegmentBuild::swing(const HandAnimation& e)
{
    constexpr std::int32_t NoSwing = 0;
    constexpr std::int32_t UsualSwing = 6; // ticks
    constexpr std::int32_t LongestSwing = 200;
    const bool described = (e.packed & 2) != 0;
    if (described && e.packed >> 2 == NoSwing)
        return;
    if (const LiveEntity* const entity = m_entities.find(e.entity))
        m_tracks.swing(
            *entity, {std::clamp(described ? e.duration : UsualSwing, 1, LongestSwing), (e.packed & 1) != 0});
}

} // namespace

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
