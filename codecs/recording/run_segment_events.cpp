// SPDX-License-Identifier: GPL-3.0-or-later
// Events onto the state of a chunk that is being decoded, by World's rules; what changes becomes a key of
// the actor's tracks.
#include "codecs/recording/run_segment_build.h"

#include <algorithm>
#include <utility>

namespace ghostline::recording {

using model::ActorId;
using model::StringId;

namespace {

constexpr std::uint8_t UnknownSlot = 255;
constexpr std::int32_t UsualSwing = 6; ///< ticks
constexpr std::int32_t LongestSwing = 200;
constexpr std::size_t FastEntities = 1024;
constexpr std::int64_t MillisPerSecond = 1000;

UsedHand usedHand(const std::optional<std::int32_t>& hand)
{
    if (!hand)
        return UsedHand::None;
    return *hand == 1 ? UsedHand::Off : UsedHand::Main;
}

} // namespace

LiveEntity* SegmentBuild::find(std::int32_t id)
{
    const auto place = static_cast<std::size_t>(id);
    if (place < m_fast.size()) [[likely]]
        return m_fast[place];
    if (place < FastEntities)
        return nullptr;
    const auto found = m_entities.find(id);
    return found == m_entities.end() ? nullptr : &found->second;
}

LiveEntity& SegmentBuild::add(std::int32_t id)
{
    LiveEntity& entity = m_entities[id];
    if (const auto place = static_cast<std::size_t>(id); place < FastEntities) {
        if (m_fast.size() <= place)
            m_fast.resize(place + 1, nullptr);
        m_fast[place] = &entity;
    }
    return entity;
}

void SegmentBuild::forget(std::int32_t id)
{
    m_entities.erase(id);
    if (const auto place = static_cast<std::size_t>(id); place < m_fast.size())
        m_fast[place] = nullptr;
}

void SegmentBuild::forgetEntities()
{
    m_entities.clear();
    m_fast.clear();
    add(0).type.name = "minecraft:player";
}

StringId SegmentBuild::textOf(std::string_view text) const
{
    if (!m_input.strings || text.empty())
        return StringId::Empty;
    return m_input.strings->find(QString::fromUtf8(text.data(), static_cast<qsizetype>(text.size())));
}

std::uint8_t SegmentBuild::takeSlot(std::int32_t id)
{
    const auto found = std::lower_bound(m_slotsBefore.begin(), m_slotsBefore.end(),
                                        std::pair<std::int32_t, std::uint8_t>{id, 0});
    if (found == m_slotsBefore.end() || found->first != id)
        return UnknownSlot;
    return std::exchange(found->second, UnknownSlot);
}

StringId SegmentBuild::itemOf(NbtView nbt)
{
    constexpr std::size_t EmptyCompound = 2;
    if (!m_input.strings || nbt.size() <= EmptyCompound)
        return StringId::Empty;
    // Snapshots describe the same few items again and again.
    const std::string_view bytes(reinterpret_cast<const char*>(nbt.data()), nbt.size());
    auto& [known, text] = m_items[std::hash<std::string_view>{}(bytes) % m_items.size()];
    if (known != bytes) {
        known = bytes;
        const QString words = itemText(nbt);
        text = words.isEmpty() ? StringId::Empty : m_input.strings->find(words);
    }
    return text;
}

void SegmentBuild::begin(std::int32_t id, LiveEntity& entity, ActorId actor, std::int32_t first)
{
    entity.life = static_cast<std::int32_t>(m_lives.size());
    LifeTrack& life = m_lives.emplace_back();
    life.actor = actor;
    life.entity = id;
    life.first = first;
    life.end = m_segment->m_endTick;
    m_before.emplace_back();
}

void SegmentBuild::recordPose(const LiveEntity& entity, bool absolute)
{
    LifeTrack* const life = lifeOf(entity);
    if (life == nullptr || !entity.placed)
        return;
    if (!life->poses.empty() && life->poses.tickOf(life->poses.size() - 1) == m_tick)
        absolute = absolute || life->poses.back().absolute;
    life->poses.set(m_tick, {entity.position.value(), entity.yaw, entity.pitch, entity.velocity.bits,
                             entity.velocity.more, absolute, false});
}

void SegmentBuild::recordItem(LifeTrack& life, int slot, StringId text)
{
    if (!life.items) {
        if (text == StringId::Empty)
            return;
        life.items = std::make_unique<std::array<Track<StringId>, ShownSlots>>();
    }
    auto& track = (*life.items)[static_cast<std::size_t>(slot)];
    const StringId before = track.empty() ? StringId::Empty : track.back();
    if (before != text)
        track.set(m_tick, text);
}

void SegmentBuild::record(const LiveEntity& entity)
{
    LifeTrack* const life = lifeOf(entity);
    if (life == nullptr)
        return;
    recordPose(entity, false);
    life->states.set(m_tick, entity.state);
    if (entity.heldSlot != UnknownSlot || !life->heldSlots.empty())
        life->heldSlots.set(m_tick, entity.heldSlot);
    if (entity.use != UsedHand::None || !life->uses.empty())
        life->uses.set(m_tick, entity.use);
    for (int slot = 0; slot < ShownSlots; ++slot)
        recordItem(*life, slot, entity.items[static_cast<std::size_t>(slot)]);
}

void SegmentBuild::take(const Event& event)
{
    if (const auto* const delta = std::get_if<DeltaMove>(&event)) [[likely]]
        return move(*delta);
    if (const auto* const absolute = std::get_if<AbsoluteMove>(&event))
        return move(*absolute);
    if (const auto* const state = std::get_if<EntityState>(&event)) {
        if (LiveEntity* const entity = find(state->entity)) {
            entity->state = {state->pose, state->flags};
            if (LifeTrack* const life = lifeOf(*entity))
                life->states.set(m_tick, entity->state);
        }
    } else if (const auto* const block = std::get_if<SetBlock>(&event)) {
        m_blocks.set(*block);
    } else if (std::holds_alternative<ClearGhostBlocks>(event)) {
        m_blocks.clear();
    } else if (const auto* const hand = std::get_if<HandAnimation>(&event)) {
        swing(*hand);
    } else if (const auto* const use = std::get_if<ItemUse>(&event)) {
        if (LiveEntity* const entity = find(use->entity)) {
            entity->use = usedHand(use->hand);
            if (LifeTrack* const life = lifeOf(*entity))
                life->uses.set(m_tick, entity->use);
        }
    } else if (const auto* const items = std::get_if<SetItem>(&event)) {
        if (LiveEntity* const entity = find(items->entity))
            setItems(*entity, items->items);
    } else if (const auto* const slot = std::get_if<ChangeHeldSlot>(&event)) {
        LiveEntity* const entity = find(slot->entity);
        if (entity == nullptr || slot->slot < 0 || slot->slot >= UnknownSlot)
            return;
        entity->heldSlot = static_cast<std::uint8_t>(slot->slot);
        if (LifeTrack* const life = lifeOf(*entity))
            life->heldSlots.set(m_tick, entity->heldSlot);
    } else if (const auto* const spawned = std::get_if<SpawnEntity>(&event)) {
        spawn(*spawned);
    } else if (const auto* const gone = std::get_if<DestroyEntity>(&event)) {
        destroy(gone->entity);
    } else {
        takeRun(event);
    }
}

void SegmentBuild::move(const DeltaMove& e)
{
    LiveEntity* const entity = find(e.entity);
    if (entity == nullptr || !entity->placed)
        return;
    entity->position.add(e.move.delta);
    entity->yaw = static_cast<float>(e.move.yaw.degrees());
    entity->pitch = static_cast<float>(e.move.pitch.degrees());
    entity->velocity = e.velocity;
    recordPose(*entity, false);
}

void SegmentBuild::move(const AbsoluteMove& e)
{
    LiveEntity* const entity = find(e.entity);
    if (entity == nullptr || !isFinite(e.place))
        return;
    entity->placed = true;
    entity->position.setTo(e.place.position);
    entity->yaw = e.place.yaw;
    entity->pitch = e.place.pitch;
    entity->velocity = e.velocity;
    recordPose(*entity, !m_snapshotTick && m_restated <= 0);
}

void SegmentBuild::spawn(const SpawnEntity& e)
{
    if (e.entity < 0 || e.type.name.size() > MaxKindName || !isFinite(e.place))
        return;
    LiveEntity* known = find(e.entity);
    if (known == nullptr && m_entities.size() >= MaxEntities)
        return;
    const std::optional<glm::dvec3> before =
        known != nullptr && known->placed ? std::optional(known->position.value()) : std::nullopt;
    ActorId actor = ActorId::None;
    if (m_shown && m_namesKnown)
        actor = m_actors.spawn(e, before ? &*before : nullptr);
    LiveEntity& entity = known != nullptr ? *known : add(e.entity);
    // As in World: who is described anew still holds what it held.
    const bool same = before && entity.type.name == e.type.name && entity.type.number == e.type.number &&
                      glm::distance(*before, e.place.position) <= SameLifeDistance;
    std::uint8_t slot = same ? entity.heldSlot : UnknownSlot;
    if (const std::uint8_t kept = takeSlot(e.entity); kept != UnknownSlot && !before)
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
    const bool goesOn = life >= 0 && (e.entity == 0 || lifeOf(entity)->actor == actor);
    if (!goesOn) {
        if (life >= 0)
            lifeOf(entity)->end = m_tick;
        entity.life = -1;
        if (actor != ActorId::None) {
            begin(e.entity, entity, actor, m_tick);
            m_lives.back().born = !wasThere(e.entity, actor);
        }
    }
    record(entity);
}

void SegmentBuild::destroy(std::int32_t id)
{
    if (id == 0)
        return;
    LiveEntity* const entity = find(id);
    if (entity == nullptr)
        return;
    if (LifeTrack* const life = lifeOf(*entity))
        life->end = m_tick;
    if (m_shown && m_namesKnown)
        m_actors.destroy(id);
    takeSlot(id);
    forget(id);
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
        const StringId text = itemOf(item.nbt);
        entity.items[static_cast<std::size_t>(slot)] = text;
        if (LifeTrack* const life = lifeOf(entity))
            recordItem(*life, slot, text);
    }
}

void SegmentBuild::swing(const HandAnimation& e)
{
    LiveEntity* const entity = find(e.entity);
    LifeTrack* const life = entity == nullptr ? nullptr : lifeOf(*entity);
    if (life == nullptr)
        return;
    const bool described = (e.packed & 2) != 0;
    constexpr std::int32_t NoSwing = 0;
    if (described && e.packed >> 2 == NoSwing)
        return;
    if (!life->swings)
        life->swings = std::make_unique<Track<SwingKey>>();
    life->swings->set(
        m_tick, {std::clamp(described ? e.duration : UsualSwing, 1, LongestSwing), (e.packed & 1) != 0});
}

void SegmentBuild::clockFrom(std::int64_t runMs)
{
    if (m_run.clockKnown)
        return;
    // What was lost or lies before the chunk is told by the run's own clock.
    const std::int64_t most = std::int64_t{m_tick} * MillisPerSecond;
    if (runMs < 0 || runMs > most)
        return;
    const std::int64_t ticks = (runMs * m_segment->m_tickRate + MillisPerSecond / 2) / MillisPerSecond;
    m_run.startTick = static_cast<std::int32_t>(m_tick - std::min<std::int64_t>(ticks, m_tick));
    m_run.clockKnown = true;
}

void SegmentBuild::takeRun(const Event& event)
{
    if (!m_shown)
        return;
    if (std::holds_alternative<RunStart>(event)) {
        m_run.clockKnown = true;
        m_run.startTick = m_tick;
        m_run.endTick.reset();
    } else if (const auto* const reached = std::get_if<CheckpointReached>(&event)) {
        clockFrom(reached->runMs);
        m_run.checkpoints += m_run.checkpoints < std::numeric_limits<std::int32_t>::max() ? 1 : 0;
        m_run.lastCheckpoint = textOf(reached->id);
    } else if (const auto* const reset = std::get_if<CheckpointReset>(&event)) {
        clockFrom(reset->runMs);
        m_run.resets += m_run.resets < std::numeric_limits<std::int32_t>::max() ? 1 : 0;
    } else if (const auto* const end = std::get_if<RunEnd>(&event)) {
        clockFrom(end->runMs);
        m_run.endTick = m_tick;
        m_run.endReason = end->reason;
    } else {
        return;
    }
    m_segment->m_run.set(m_tick, m_run);
}

} // namespace ghostline::recording
