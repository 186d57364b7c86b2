// SPDX-License-Identifier: GPL-3.0-or-later
// Events onto the state; what contradicts it is refused and the rest goes on.
#include "codecs/recording/state/world.h"

#include "codecs/recording/format/run_texts.h"
#include "model/base/overloaded.h"

#include <algorithm>
#include <cmath>
#include <limits>

namespace ghostline::recording {

namespace {

std::int32_t clampToInt(std::int64_t value)
{
    return static_cast<std::int32_t>(
        std::clamp<std::int64_t>(value, 0, std::numeric_limits<std::int32_t>::max()));
}

QString wordsFor(Refusal refusal, const Event& event)
{
    const auto about = [&event](const QString& why) {
        return QStringLiteral("%1 of entity %2, %3").arg(eventName(event)).arg(entityOf(event)).arg(why);
    };
    switch (refusal) {
    case Refusal::None:
        break;
    case Refusal::NoEntity:
        return about(QStringLiteral("which does not exist"));
    case Refusal::NotPlaced:
        return about(QStringLiteral("which has no position yet"));
    case Refusal::ThePlayer:
        return about(QStringLiteral("which is not possible"));
    case Refusal::TooMany:
        return QStringLiteral("%1 beyond what a run may hold").arg(eventName(event));
    case Refusal::NoPlace:
        return about(QStringLiteral("with coordinates that are not numbers"));
    case Refusal::BadSlot:
        return about(QStringLiteral("with a slot that no inventory has"));
    case Refusal::LongName:
        return QStringLiteral("%1 with a name that is too long").arg(eventName(event));
    }
    return {};
}

} // namespace

bool isFinite(const Place& place)
{
    return std::isfinite(place.position.x) && std::isfinite(place.position.y) &&
           std::isfinite(place.position.z) && std::isfinite(place.yaw) && std::isfinite(place.pitch);
}

World::World() { reset(); }

void World::reset()
{
    m_entities.clear();
    m_blocks.clear();
    forgetSlots();
    m_itemBytes = 0;
    m_run = {};
    m_entities[0].type.name = PlayerType;
}

Entity* World::find(std::int32_t id)
{
    // The player is the one that most events are about.
    if (id == 0)
        return &m_entities.begin()->second;
    const auto found = m_entities.find(id);
    return found == m_entities.end() ? nullptr : &found->second;
}

const Entity* World::entity(std::int32_t id) const
{
    const auto found = m_entities.find(id);
    return found == m_entities.end() ? nullptr : &found->second;
}

void World::forgetSlots()
{
    m_slotsBefore.clear();
    m_slotsTick.reset();
}

Refusal World::spawn(const SpawnEntity& event)
{
    if (event.entity < 0)
        return Refusal::ThePlayer;
    if (event.type.name.size() > MaxKindName)
        return Refusal::LongName;
    if (!isFinite(event.place))
        return Refusal::NoPlace;
    auto found = m_entities.find(event.entity);
    if (found == m_entities.end()) {
        if (m_entities.size() >= MaxEntities)
            return Refusal::TooMany;
        found = m_entities.try_emplace(event.entity).first;
    }
    Entity& entity = found->second;
    for (const auto& [slot, nbt] : entity.items)
        m_itemBytes -= nbt.size();
    // Snapshots in mid-stream spawn who is already there and do not say what it holds.
    std::uint8_t slot = UnknownSlot;
    const bool same = entity.placed && entity.type.name == event.type.name &&
                      entity.type.number == event.type.number &&
                      glm::distance(entity.position.value(), event.place.position) <= SameLifeDistance;
    if (same)
        slot = entity.heldSlot;
    if (const auto before = m_slotsBefore.find(event.entity); before != m_slotsBefore.end()) {
        if (!entity.placed)
            slot = before->second;
        m_slotsBefore.erase(before);
    }
    entity = Entity{};
    entity.type = OwnKind(event.type);
    entity.placed = true;
    entity.position.setTo(event.place.position);
    entity.yaw = static_cast<double>(event.place.yaw);
    entity.pitch = static_cast<double>(event.place.pitch);
    entity.heldSlot = slot;
    if (event.type.number >= 0 && m_typeTexts.size() < MaxPalette)
        m_typeTexts.try_emplace(event.type.number, "entity #" + std::to_string(event.type.number));
    return Refusal::None;
}

Refusal World::setItems(const SetItem& event)
{
    Entity* const entity = find(event.entity);
    if (entity == nullptr)
        return Refusal::NoEntity;
    std::size_t bytes = m_itemBytes;
    for (const Item& item : event.items) {
        if (item.slot < 0 || item.slot > MaxSlot)
            return Refusal::BadSlot;
        bytes += item.nbt.size();
    }
    if (bytes > MaxTextBytes)
        return Refusal::TooMany;
    for (const Item& item : event.items) {
        Bytes& kept = entity->items[item.slot];
        m_itemBytes += item.nbt.size();
        m_itemBytes -= kept.size();
        kept.assign(item.nbt.begin(), item.nbt.end());
    }
    return Refusal::None;
}

std::optional<std::uint32_t> World::recentKind(std::string_view name) const
{
    const std::uint32_t recent = m_recentKinds[nameSlot(name)];
    if (recent < m_kinds.size() && m_kinds[recent].number < 0 && m_kinds[recent].name == name)
        return recent;
    return std::nullopt;
}

std::optional<std::uint32_t> World::kindOf(const Kind& kind)
{
    const bool named = kind.number < 0;
    if (named) {
        if (const auto recent = recentKind(kind.name))
            return recent;
        if (const auto found = m_kindByName.find(kind.name); found != m_kindByName.end())
            return m_recentKinds[nameSlot(kind.name)] = found->second;
    } else if (const auto found = m_kindByNumber.find(kind.number); found != m_kindByNumber.end()) {
        return found->second;
    }
    if (m_kinds.size() >= MaxPalette)
        return std::nullopt;
    const auto index = static_cast<std::uint32_t>(m_kinds.size());
    m_kinds.emplace_back(kind);
    if (named) {
        m_kindByName.emplace(kind.name, index);
    } else {
        m_kindByNumber.emplace(kind.number, index);
        m_blockTexts.emplace(kind.number, "block #" + std::to_string(kind.number));
    }
    return index;
}

Refusal World::setBlock(const SetBlock& event)
{
    if (event.block.name.size() > MaxKindName)
        return Refusal::LongName;
    if (m_blocks.size() >= MaxBlocks && !m_blocks.contains(event.position))
        return Refusal::TooMany;
    const std::optional<std::uint32_t> kind = kindOf(event.block);
    if (!kind)
        return Refusal::TooMany;
    m_blocks.set(event.position, *kind);
    return Refusal::None;
}

bool World::takeRecentBlock(std::int32_t tick, std::int64_t position, std::string_view name)
{
    const auto kind = recentKind(name);
    if (!kind || m_blocks.size() >= MaxBlocks)
        return false;
    enterTick(tick);
    m_blocks.set(position, *kind);
    return true;
}

void World::enterTick(std::int32_t tick)
{
    if (m_slotsBefore.empty())
        return;
    m_slotsTick = m_slotsTick.value_or(tick);
    if (*m_slotsTick != tick)
        forgetSlots();
}

Refusal World::take(std::int32_t tick, const Event& event)
{
    enterTick(tick);
    // Most of a snapshot.
    if (const auto* const block = std::get_if<SetBlock>(&event))
        return setBlock(*block);
    // What changes one entity that has to be there.
    const auto with = [this](std::int32_t id, auto change) {
        Entity* const entity = find(id);
        if (entity == nullptr)
            return Refusal::NoEntity;
        return change(*entity);
    };
    const auto look = [](Entity& entity, double yaw, double pitch, const PackedVector& velocity) {
        entity.yaw = yaw;
        entity.pitch = pitch;
        entity.velocity = velocity;
        return Refusal::None;
    };
    return std::visit(
        model::Overloaded{
            [&](const DeltaMove& e) {
                return with(e.entity, [&](Entity& entity) {
                    if (!entity.placed)
                        return Refusal::NotPlaced;
                    entity.position.add(e.move.delta);
                    return look(entity, e.move.yaw.degrees(), e.move.pitch.degrees(), e.velocity);
                });
            },
            [&](const AbsoluteMove& e) {
                return with(e.entity, [&](Entity& entity) {
                    if (!isFinite(e.place))
                        return Refusal::NoPlace;
                    entity.placed = true;
                    entity.position.setTo(e.place.position);
                    return look(entity, static_cast<double>(e.place.yaw), static_cast<double>(e.place.pitch),
                                e.velocity);
                });
            },
            [&](const EntityState& e) {
                return with(e.entity, [&](Entity& entity) {
                    entity.pose = e.pose;
                    entity.flags = e.flags;
                    return Refusal::None;
                });
            },
            [&](const HandAnimation& e) { return with(e.entity, [](Entity&) { return Refusal::None; }); },
            [&](const ItemUse& e) {
                return with(e.entity, [&](Entity& entity) {
                    entity.hand = e.hand;
                    return Refusal::None;
                });
            },
            [&](const SetItem& e) { return setItems(e); },
            [&](const ChangeHeldSlot& e) {
                return with(e.entity, [&](Entity& entity) {
                    if (e.slot < 0 || e.slot >= UnknownSlot)
                        return Refusal::BadSlot;
                    entity.heldSlot = static_cast<std::uint8_t>(e.slot);
                    return Refusal::None;
                });
            },
            [&](const SpawnEntity& e) { return spawn(e); },
            [&](const DestroyEntity& e) { return destroy(e.entity); },
            [&](const RunStart&) {
                m_run.startTick = tick;
                m_run.endTick.reset();
                m_run.endReason.reset();
                return Refusal::None;
            },
            [&](const CheckpointReached& e) {
                m_run.checkpointsTaken = clampToInt(std::int64_t{m_run.checkpointsTaken} + 1);
                m_run.lastCheckpoint = e.id;
                return Refusal::None;
            },
            [&](const CheckpointReset&) {
                m_run.resets = clampToInt(std::int64_t{m_run.resets} + 1);
                return Refusal::None;
            },
            [&](const RunEnd& e) {
                m_run.endTick = tick;
                m_run.endReason = e.reason;
                return Refusal::None;
            },
            [&](const ClearGhostBlocks&) {
                m_blocks.clear();
                return Refusal::None;
            },
            [](const auto&) { return Refusal::None; }},
        event);
}

Refusal World::destroy(std::int32_t id)
{
    if (id == 0)
        return Refusal::ThePlayer;
    const auto found = m_entities.find(id);
    if (found == m_entities.end())
        return Refusal::NoEntity;
    for (const auto& [slot, nbt] : found->second.items)
        m_itemBytes -= nbt.size();
    m_entities.erase(found);
    m_slotsBefore.erase(id);
    return Refusal::None;
}

bool World::apply(std::int32_t tick, const Event& event, QString& problem)
{
    const Refusal refusal = take(tick, event);
    if (refusal == Refusal::None)
        return true;
    problem = wordsFor(refusal, event);
    return false;
}

// The state as a chunk's beginning, both ways: a blob (S1), or the events that bring it about (H4, H5).

namespace {

Place placeOf(const Entity& entity)
{
    return {entity.position.value(), static_cast<float>(entity.yaw), static_cast<float>(entity.pitch)};
}

std::vector<Item> itemsOf(const Entity& entity)
{
    std::vector<Item> out;
    out.reserve(entity.items.size());
    for (const auto& [slot, nbt] : entity.items)
        out.push_back({slot, nbt});
    return out;
}

std::vector<BlockMap::value_type> sorted(const BlockMap& blocks)
{
    std::vector<BlockMap::value_type> out(blocks.begin(), blocks.end());
    std::sort(out.begin(), out.end());
    return out;
}

} // namespace

void World::beginSnapshot()
{
    forgetSlots();
    for (const auto& [id, entity] : m_entities) {
        if (entity.heldSlot != UnknownSlot)
            m_slotsBefore[id] = entity.heldSlot;
    }
    const std::uint8_t slot = player().heldSlot;
    m_entities.clear();
    m_blocks.clear();
    m_itemBytes = 0;
    Entity& player = m_entities[0];
    player.type.name = PlayerType;
    player.heldSlot = slot;
}

void World::setHeldSlots(const std::vector<std::pair<std::int32_t, std::uint8_t>>& slots)
{
    forgetSlots();
    m_slotsBefore = {slots.begin(), slots.end()};
    for (auto& [id, entity] : m_entities) {
        const auto found = m_slotsBefore.find(id);
        entity.heldSlot = found == m_slotsBefore.end() ? UnknownSlot : found->second;
    }
}

std::vector<std::pair<std::int32_t, std::uint8_t>> World::heldSlots() const
{
    std::vector<std::pair<std::int32_t, std::uint8_t>> out;
    for (const auto& [id, entity] : m_entities) {
        if (entity.heldSlot != UnknownSlot)
            out.emplace_back(id, entity.heldSlot); // NOLINT(performance-inefficient-vector-operation): few
    }
    return out;
}

void World::load(const Snapshot& snapshot, std::int32_t firstTick, int tickRate)
{
    m_entities.clear();
    m_blocks.clear();
    m_itemBytes = 0;
    forgetSlots();
    m_entities[0].type.name = PlayerType;
    for (const SnapshotEntity& from : snapshot.entities) {
        if (from.id != 0 && spawn({from.id, {from.type, -1}, from.place}) != Refusal::None)
            continue;
        Entity& to = *find(from.id);
        if (isFinite(from.place)) {
            to.placed = true;
            to.position.setTo(from.place.position);
            to.yaw = static_cast<double>(from.place.yaw);
            to.pitch = static_cast<double>(from.place.pitch);
        }
        to.velocity = from.velocity;
        to.pose = from.pose;
        to.flags = from.flags;
        to.heldSlot = from.heldSlot;
        to.hand = from.hand;
        setItems({from.id, from.items});
    }
    for (const auto& [position, kind] : snapshot.blocks) {
        if (kind >= 0 && static_cast<std::size_t>(kind) < snapshot.palette.size())
            setBlock({position, {snapshot.palette[static_cast<std::size_t>(kind)], -1}});
    }
    // Nothing but "not started" and "started on the very tick before" share the number 0.
    const std::int64_t ticks = std::int64_t{snapshot.runMs} * tickRate / 1000;
    if (snapshot.runMs > 0)
        m_run.startTick = static_cast<std::int32_t>(firstTick - 1 - ticks);
    else if (m_run.startTick != firstTick - 1)
        m_run.startTick.reset();
    m_run.checkpointsTaken = snapshot.checkpointsTaken;
    m_run.lastCheckpoint = snapshot.lastCheckpoint;
}

model::Result<void> playChunk(World& world, Profile profile, const ChunkEntry& entry, int number,
                              std::span<const std::byte> raw, int tickRate, std::int64_t lastTick)
{
    ChunkReader reader(profile, entry, raw, number);
    if (entry.hasSnapshot() && profile != Profile::S1)
        world.beginSnapshot();
    const auto snapshot = reader.snapshot();
    if (!snapshot)
        return tl::unexpected(snapshot.error());
    if (*snapshot)
        world.load(**snapshot, entry.startTick, tickRate);
    Event event;
    while (reader.nextTick() && reader.tick() <= lastTick) {
        while (reader.nextEvent(event))
            world.take(reader.tick(), event);
    }
    if (reader.failure() && reader.tick() <= lastTick)
        return tl::unexpected(*reader.failure());
    return {};
}

std::string_view World::typeText(std::int32_t id, const Entity& entity) const
{
    if (id == 0)
        return PlayerType;
    if (entity.type.number < 0)
        return entity.type.name;
    const auto text = m_typeTexts.find(entity.type.number);
    return text == m_typeTexts.end() ? std::string_view("entity") : std::string_view(text->second);
}

Snapshot World::snapshot(std::int32_t tick, int tickRate) const
{
    Snapshot out;
    constexpr std::int32_t NotYet = -1;
    std::vector<std::int32_t> inPalette(m_kinds.size(), NotYet);
    out.blocks.reserve(m_blocks.size());
    for (const auto& [position, kind] : sorted(m_blocks)) {
        std::int32_t& entry = inPalette[kind];
        if (entry == NotYet) {
            entry = static_cast<std::int32_t>(out.palette.size());
            const OwnKind& own = m_kinds[kind];
            out.palette.emplace_back(own.number < 0 ? std::string_view(own.name)
                                                    : std::string_view(m_blockTexts.at(own.number)));
        }
        out.blocks.emplace_back(position, entry);
    }
    out.entities.reserve(m_entities.size());
    for (const auto& [id, entity] : m_entities) {
        SnapshotEntity to;
        to.id = id;
        to.type = typeText(id, entity);
        to.place = placeOf(entity);
        to.velocity = entity.velocity;
        to.pose = entity.pose;
        to.flags = entity.flags;
        to.heldSlot = entity.heldSlot;
        to.hand = entity.hand;
        to.items = itemsOf(entity);
        out.entities.push_back(std::move(to));
    }
    if (m_run.startTick) {
        const std::int64_t ticks = std::int64_t{tick} - 1 - *m_run.startTick;
        out.runMs = static_cast<std::int32_t>(std::clamp<std::int64_t>(
            ticks * 1000 / std::max(tickRate, 1), 0, std::numeric_limits<std::int32_t>::max()));
    }
    out.checkpointsTaken = m_run.checkpointsTaken;
    out.lastCheckpoint = m_run.lastCheckpoint;
    return out;
}

void World::snapshotEvents(std::vector<Event>& out, std::vector<std::vector<Item>>& items) const
{
    for (const auto& [id, entity] : m_entities) {
        if (id != 0)
            out.emplace_back(SpawnEntity{id, entity.type.view(), placeOf(entity)});
    }
    for (const auto& [id, entity] : m_entities)
        out.emplace_back(EntityState{id, entity.pose, entity.flags});
    for (const auto& [id, entity] : m_entities) {
        if (entity.items.empty())
            continue;
        // The list itself stays where it is when `items` grows.
        items.push_back(itemsOf(entity));
        out.emplace_back(SetItem{id, items.back()});
    }
    for (const auto& [id, entity] : m_entities) {
        if (entity.hand)
            out.emplace_back(ItemUse{id, entity.hand});
    }
    out.emplace_back(ClearGhostBlocks{});
    for (const auto& [position, kind] : sorted(m_blocks))
        out.emplace_back(SetBlock{position, m_kinds[kind].view()});
    for (const auto& [id, entity] : m_entities) {
        if (entity.placed)
            out.emplace_back(AbsoluteMove{id, placeOf(entity), entity.velocity});
    }
}

} // namespace ghostline::recording
