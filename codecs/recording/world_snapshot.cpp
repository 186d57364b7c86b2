// SPDX-License-Identifier: GPL-3.0-or-later
// The state as a chunk's beginning, both ways: a blob (S1), or the events that bring it about (H4, H5).
#include "codecs/recording/world.h"

#include <algorithm>
#include <limits>

namespace ghostline::recording {

namespace {

constexpr std::uint8_t UnknownSlot = 255;
constexpr std::string_view PlayerType = "minecraft:player";

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
