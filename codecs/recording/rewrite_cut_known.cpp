// SPDX-License-Identifier: GPL-3.0-or-later
// Snapshots made of events in the middle of a stream: what of them says something new.
#include "codecs/recording/rewrite_cut.h"

#include <algorithm>
#include <set>

namespace ghostline::recording {

using model::ErrorCode;
using model::Result;

namespace {

bool sameKind(const Kind& a, const OwnKind& b) { return a.name == b.name && a.number == b.number; }

/// Place of an event among those that a snapshot is made of; nothing for the others.
std::optional<int> snapshotPhase(const Event& event)
{
    if (std::holds_alternative<SpawnEntity>(event))
        return 0;
    if (std::holds_alternative<EntityState>(event))
        return 1;
    if (std::holds_alternative<SetItem>(event))
        return 2;
    if (std::holds_alternative<ItemUse>(event))
        return 3;
    if (std::holds_alternative<ClearGhostBlocks>(event))
        return 4;
    if (std::holds_alternative<SetBlock>(event))
        return 5;
    if (std::holds_alternative<AbsoluteMove>(event))
        return 6;
    return std::nullopt;
}

/// Tells where the events that describe a state end: out of their order, or about the same one again.
class DescriptionScan
{
public:
    bool take(const Event& event)
    {
        const auto place = snapshotPhase(event);
        m_inside = m_inside && place && *place >= m_phase;
        if (!m_inside)
            return false;
        m_phase = *place;
        const auto subject = std::visit(
            [](const auto& e) -> std::int64_t {
                if constexpr (requires { e.entity; })
                    return e.entity;
                else if constexpr (requires { e.position; })
                    return e.position;
                else
                    return 0;
            },
            event);
        m_inside = m_seen.emplace(m_phase, subject).second;
        return m_inside;
    }

private:
    bool m_inside = true;
    int m_phase = 0;
    std::set<std::pair<int, std::int64_t>> m_seen;
};

} // namespace

/// What a snapshot made of events does not name is gone; without the snapshot's mark that has to be said.
void ChunkCutter::addVanished(const TickBytes& tick)
{
    std::set<std::int32_t> named{0};
    const auto read = eachEvent(tick, m_layout, m_items,
                                [&](const Event& event, std::span<const std::byte>) -> Result<void> {
                                    if (const auto* spawn = std::get_if<SpawnEntity>(&event))
                                        named.insert(spawn->entity);
                                    return {};
                                });
    if (!read)
        return; // said when the events are moved
    std::vector<std::int32_t> gone;
    for (const auto& [id, entity] : m_world.entities()) {
        if (!named.contains(id))
            gone.push_back(id);
    }
    for (const std::int32_t id : gone) {
        const Event event = DestroyEntity{id};
        if (addEvent(event, tick.tick))
            (void)m_world.take(tick.tick, event);
    }
}

bool ChunkCutter::isKnown(const Event& event) const
{
    if (const auto* spawn = std::get_if<SpawnEntity>(&event)) {
        const Entity* entity = m_world.entity(spawn->entity);
        return entity != nullptr && entity->placed && sameKind(spawn->type, entity->type) &&
               glm::distance(entity->position.value(), spawn->place.position) <= SameLifeDistance;
    }
    if (const auto* state = std::get_if<EntityState>(&event)) {
        const Entity* entity = m_world.entity(state->entity);
        return entity != nullptr && entity->pose == state->pose && entity->flags == state->flags;
    }
    if (const auto* move = std::get_if<AbsoluteMove>(&event)) {
        const Entity* entity = m_world.entity(move->entity);
        return entity != nullptr && entity->placed && entity->position.value() == move->place.position &&
               static_cast<float>(entity->yaw) == move->place.yaw &&
               static_cast<float>(entity->pitch) == move->place.pitch && entity->velocity == move->velocity;
    }
    if (const auto* use = std::get_if<ItemUse>(&event)) {
        const Entity* entity = m_world.entity(use->entity);
        return entity != nullptr && entity->hand == use->hand;
    }
    if (const auto* set = std::get_if<SetItem>(&event)) {
        const Entity* entity = m_world.entity(set->entity);
        return entity != nullptr && std::all_of(set->items.begin(), set->items.end(), [&](const Item& item) {
                   const auto held = entity->items.find(item.slot);
                   return held != entity->items.end() && std::equal(held->second.begin(), held->second.end(),
                                                                    item.nbt.begin(), item.nbt.end());
               });
    }
    return false;
}

/// Which of the events that a tick opens with only describe what is so already.
Result<std::vector<bool>> ChunkCutter::knownEvents(const TickBytes& tick) const
{
    std::vector<bool> known;
    known.reserve(static_cast<std::size_t>(tick.events));
    std::vector<std::size_t> blockEvents;
    std::size_t sameBlocks = 0;
    bool cleared = false;
    DescriptionScan description;
    std::vector<Item> items;
    const auto read =
        eachEvent(tick, m_layout, items, [&](const Event& event, std::span<const std::byte>) -> Result<void> {
            const bool opening = description.take(event);
            known.push_back(opening && isKnown(event));
            if (!opening)
                return {};
            if (std::holds_alternative<ClearGhostBlocks>(event)) {
                cleared = true;
                blockEvents.push_back(known.size() - 1);
            } else if (const auto* block = std::get_if<SetBlock>(&event); block != nullptr && cleared) {
                blockEvents.push_back(known.size() - 1);
                const auto there = m_world.blocks().find(block->position);
                if (there != m_world.blocks().end() &&
                    sameKind(block->block, m_world.blockKinds()[there->second]))
                    ++sameBlocks;
            }
            return {};
        });
    if (!read)
        return tl::unexpected(read.error());
    // Blocks are described all together or not at all.
    if (cleared && sameBlocks == m_world.blocks().size() && sameBlocks + 1 == blockEvents.size()) {
        for (const std::size_t i : blockEvents)
            known[i] = true;
    }
    return known;
}

/// The state before the first tick of all is what its snapshot says.
Result<void> ChunkCutter::takeDescription(const TickBytes& tick)
{
    DescriptionScan description;
    return eachEvent(tick, m_layout, m_items,
                     [&](const Event& event, std::span<const std::byte>) -> Result<void> {
                         if (description.take(event))
                             (void)m_world.take(tick.tick, event);
                         return {};
                     });
}

/// Numbers of version 4 have no names that we know.
bool ChunkCutter::stateHasNumbers() const
{
    const auto numbered = [](const auto& entry) { return entry.second.type.number >= 0; };
    if (std::any_of(m_world.entities().begin(), m_world.entities().end(), numbered))
        return true;
    return std::any_of(m_world.blocks().begin(), m_world.blocks().end(),
                       [this](const auto& block) { return m_world.blockKinds()[block.second].number >= 0; });
}

} // namespace ghostline::recording
